// The emblems of the games, 48 × 48, to be drawn in a disc.
export const emblems: Record<string, { ground: string; drawing: string }> = {
  fjords: {
    ground: '#2f6f86',
    drawing:
      '<path d="M-2 40C6 37 9 27 13 19L18 9L23 19C24.5 23 19.5 26 20.5 31C21.3 35 24 37 24.5 48H-2Z" fill="#efe9dc"/><path d="M50 48V28L40 13L34.5 22C31 26 33.5 30 30.5 34C28.5 37 29 42 29.5 48Z" fill="#efe9dc"/><path d="M18 9L23 19L19.5 17.5L17.5 21L14.8 18L12.5 20Z" fill="#2f6f86" opacity=".5"/><path d="M40 13L45 20.5L41.5 19.5L39.5 22.5L37 20L35.5 20.5Z" fill="#2f6f86" opacity=".5"/><path d="M25 41Q27 39.5 29 41M25 36Q26.5 34.7 28 36" fill="none" stroke="#efe9dc" stroke-width="1.6"/><path d="M6 42H20M8.5 37.5H19.5M11.5 33H19.5" stroke="#6f9140" stroke-width="2.4"/>',
  },
  eketorp: {
    ground: '#6d5a3a',
    drawing:
      '<circle cx="24" cy="24" r="15.5" fill="none" stroke="#efe9dc" stroke-width="6.5" stroke-dasharray="27.5 4.96" transform="rotate(-78 24 24)"/><g fill="#efe9dc"><path d="M24 16L30 20.5V28H18V20.5Z"/></g><path d="M22.3 28V23.5H25.7V28Z" fill="#6d5a3a"/>',
  },
  explorers: {
    ground: '#1f4e63',
    drawing:
      '<path d="M5 29C9 30 11 30 24 30S39 30 43 29C42 37 37 40 24 40S6 37 5 29Z" fill="#efe9dc"/><path d="M5 29C3.5 25 4 21 7.5 19.5C7 22 8 24 9.5 25.5M43 29C44.5 25 44 21 40.5 19.5C41 22 40 24 38.5 25.5" fill="none" stroke="#efe9dc" stroke-width="2.6" stroke-linecap="round"/><path d="M11 9H37C35 14 35 20 37 26H11C13 20 13 14 11 9Z" fill="#efe9dc"/><path d="M17.5 9C19 14 19 20 17.5 26H23C24 20 24 14 23 9ZM29 9C30.5 14 30.5 20 29 26H34.5C33 20 33 14 34.5 9Z" fill="#b5343c"/><path d="M24 6V30" stroke="#1f4e63" stroke-width="1.6"/>',
  },
  graenaland: {
    ground: '#4c7a3d',
    drawing:
      '<path d="M5 33Q24 23 43 33V43H5Z" fill="#efe9dc"/><path d="M12 36.5V31M19 34.5V29M29 34.5V29M36 36.5V31" stroke="#4c7a3d" stroke-width="2.2"/><g fill="#efe9dc"><path d="M8 17.5L14.5 11.5L21 17.5V26H8Z"/><path d="M27 17.5L33.5 11.5L40 17.5V26H27Z"/></g><path d="M24 4L25.9 8.4L30.5 8.8L27 12L28 16.5L24 14.1L20 16.5L21 12L17.5 8.8L22.1 8.4Z" fill="#e2b33c"/>',
  },
  odin: {
    ground: '#8e2323',
    drawing:
      '<path d="M9 10H15.5C15.5 22 21 29.5 35 31.5L40 28.5L41.5 34.5C38 38.5 33.5 40 28.5 39.5C15 38 9 26 9 10Z" fill="#efe9dc"/><path d="M8 8H16.5V12.5H8Z" fill="#e2b33c"/><path d="M13.5 25L19 22M20 33.5L24 29" stroke="#8e2323" stroke-width="2.2"/><g fill="#e2b33c"><path d="M24 16H30V22H24Z" opacity=".8"/><path d="M31 9H37V15H31ZM31 16H37V22H31Z"/><path d="M38 9H44V15H38Z" opacity=".8"/></g>',
  },
};
