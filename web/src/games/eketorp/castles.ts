// The pieces of the rules that the board needs before the hall is asked: stacks, loot, and the order in which bricks are built.

export const FIELDS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
export const ENGINES = ['catapult', 'boat', 'ram'] as const;
export const BRICKS = ['grass', 'wood', 'clay', 'stone'] as const;
export type Brick = (typeof BRICKS)[number];
export type Built = { brick: Brick; site: number };
export const HEIGHT = 3;
export const worth = (brick: string): number => BRICKS.indexOf(brick as Brick) + 1;
export const total = (bricks: string[]): number => bricks.reduce((sum, brick) => sum + worth(brick), 0);
/** So many bricks from the top of a stack. */
export const fromTop = (stack: string[], count: number): string[] => (count ? stack.slice(-count) : []);

/** The castle with what is planned on top of it. */
export const withBuilt = (sites: string[][], built: Built[]): string[][] =>
  sites.map((stack, i) => [...stack, ...built.filter((b) => b.site === i + 1).map((b) => b.brick)]);

/** The moves of a building plan: in rising order of sites, without the steps that the engine takes by itself because nothing else is left. */
export function buildMoves(sites: string[][], built: Built[]): string[] {
  const plan = [...built].sort((a, b) => a.site - b.site);
  const heights = sites.map((stack) => stack.length);
  const moves: string[] = [];
  plan.forEach(({ brick, site }, at) => {
    const left = plan.slice(at);
    const from = at ? plan[at - 1].site : 1;
    let room = heights.slice(from - 1).reduce((sum, h) => sum + HEIGHT - h, 0) - left.length;
    let open = 0;
    for (let s = from; s <= sites.length && room >= 0; s++) {
      const free = HEIGHT - heights[s - 1];
      if (free) open += 1;
      room -= free;
    }
    if (open * new Set(left.map((b) => b.brick)).size > 1) moves.push(`build ${brick} on ${site}`);
    heights[site - 1] += 1;
  });
  return moves;
}
