// What of a map is in sight: a scale and an offset. The user moves it freely; by itself it moves only when the map outgrows it, when
// another map is laid, or when none of the places that matter is in sight.

export type Point = [number, number];
/** Left, top, right, bottom. */
export type Box = [number, number, number, number];

const PAD = 22;
const inside = (low: number, at: number, high: number): number => Math.max(low, Math.min(high, at));

export class Camera {
  at = $state.raw({ x: 0, y: 0, k: 1 });
  width = $state(0);
  height = $state(0);
  dragging = $state(false);
  /** The pointer has panned since it went down: the click that follows is none. */
  dragged = false;
  private moved = false;
  private fitted = '';

  /** `most` is the largest scale that fitting takes, `foot` the room for the buttons below. */
  constructor(
    readonly most = 1.35,
    readonly foot = 40,
  ) {}

  /** The whole map, or as much of it as can be had at the `least` scale around a point. */
  fit(box: Box, least = 0, about?: Point, largest = this.most): void {
    const { width, height, foot } = this;
    if (!width || !height) return;
    let k = Math.min((width - 2 * PAD) / (box[2] - box[0]), (height - 2 * PAD - foot) / (box[3] - box[1]), largest);
    let [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    if (k < least) {
      k = least;
      const free = (low: number, high: number, to: number, size: number): number => {
        const half = (size / 2 - PAD) / k;
        return high - low < 2 * half ? (low + high) / 2 : inside(low + half, to, high - half);
      };
      [x, y] = about ?? [x, y];
      x = free(box[0], box[2], x, width);
      y = free(box[1], box[3], y, height - foot);
    }
    this.at = { x: width / 2 - k * x, y: (height - foot / 2) / 2 - k * y, k };
  }

  /** Looks whether the map is still in sight; called in an effect. `map` names it: another name is another map. */
  keep(box: Box, map: string, least = 0, about?: Point): void {
    const { width, height, at } = this;
    const name = `${map} ${width} ${height}`;
    if (!width || !height) return;
    if (name !== this.fitted) {
      this.fitted = name;
      this.moved = false;
      return this.fit(box, least, about);
    }
    if (this.moved) return;
    const sees = (x: number, y: number): boolean =>
      at.x + at.k * x >= 4 && at.x + at.k * x <= width - 4 && at.y + at.k * y >= 4 && at.y + at.k * y <= height - 4;
    if (sees(box[0], box[1]) && sees(box[2], box[3])) return;
    if (at.k <= least && (!about || sees(...about))) return;
    this.fit(box, least, about, Math.max(least, at.k));
  }

  all(box: Box): void {
    this.moved = false;
    this.fit(box);
  }

  zoom(by: number, x = this.width / 2, y = this.height / 2): void {
    const { at } = this;
    const k = inside(0.25, at.k * by, 3);
    this.at = { x: x - ((x - at.x) * k) / at.k, y: y - ((y - at.y) * k) / at.k, k };
    this.moved = true;
  }

  pan(dx: number, dy: number): void {
    this.at = { ...this.at, x: this.at.x + dx, y: this.at.y + dy };
    this.moved = true;
  }

  centre([x, y]: Point): void {
    this.at = { ...this.at, x: this.width / 2 - this.at.k * x, y: this.height / 2 - this.at.k * y };
    this.moved = true;
  }

  /** Moves no further than it takes to show the whole place. */
  reveal(at: Point, radius: number): void {
    const [x, y] = this.screen(at);
    const edge = this.at.k * radius + 8;
    const dx = inside(edge, x, this.width - edge) - x,
      dy = inside(edge, y, this.height - edge - this.foot) - y;
    if (dx || dy) this.at = { ...this.at, x: this.at.x + dx, y: this.at.y + dy };
  }

  screen([x, y]: Point): Point {
    return [this.at.x + this.at.k * x, this.at.y + this.at.k * y];
  }

  /** Where a card about a place stands: under it, or above it in the lower half. */
  beside(at: Point, radius: number): { x: number; y: number } {
    const [x, y] = this.screen(at);
    const r = radius * this.at.k;
    return {
      x: inside(8, x - 120, this.width - 340),
      y: Math.max(8, y < this.height / 2 ? y + r : y - r - 92),
    };
  }
}
