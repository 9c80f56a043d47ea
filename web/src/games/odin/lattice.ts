// Where the action spaces stand: one column for each number of Vikings, the rows by theme. A theme has as many rows as its fullest
// column; spaces of a column with fewer of them share these rows, and a space of two themes reaches over both.

export type Spot<S> = { space: S; column: number; from: number; to: number };
export type Theme = { name: string; from: number; to: number };
type Placed = { name: string; column: number; groups: string[] };

export function lattice<S extends Placed>(
  spaces: S[],
): { spots: Spot<S>[]; themes: Theme[]; rows: number; columns: number } {
  const columns = Math.max(0, ...spaces.map((space) => space.column));
  const names = [...new Set(spaces.flatMap((space) => space.groups))];
  const ordered = names.sort((a, b) => first(spaces, a) - first(spaces, b));
  const many = (group: string, column: number): number =>
    spaces.filter((space) => space.column === column && space.groups[0] === group && space.groups.length === 1).length;
  const themes: Theme[] = [];
  let at = 0;
  for (const name of ordered) {
    const most = Math.max(1, ...Array.from({ length: columns }, (_, column) => many(name, column + 1)));
    themes.push({ name, from: at, to: (at += most) });
  }
  const theme = (name: string): Theme => themes.find((each) => each.name === name)!;
  const spots = spaces.map((space): Spot<S> => {
    const { column, groups } = space;
    if (groups.length > 1)
      return { space, column, from: theme(groups[0]).from, to: theme(groups[groups.length - 1]).to };
    const { from, to } = theme(groups[0]);
    const among = spaces.filter(
      (each) => each.column === column && each.groups.length === 1 && each.groups[0] === groups[0],
    );
    const tall = (to - from) / among.length;
    const nth = among.indexOf(space);
    return { space, column, from: from + nth * tall, to: from + (nth + 1) * tall };
  });
  return { spots, themes, rows: at, columns };
}

const first = (spaces: Placed[], group: string): number => spaces.findIndex((space) => space.groups.includes(group));
