/** A number with a true minus sign. */
export const minus = (n: number): string => String(n).replace('-', '−');
