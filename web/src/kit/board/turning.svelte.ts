// How a piece in hand lies: turned, and flipped where it has two sides. It steps through the ways that fit.

export type Way = { turn: number; flip?: boolean };

export class Turning {
  turn = $state(0);
  flip = $state(false);

  /** `turns` make a full circle; `fits` gives the ways that fit where the piece is, none of them as long as it is nowhere. */
  constructor(
    readonly turns: number,
    private readonly fits: () => Way[] = () => [],
  ) {}

  private fitting(turn: number, flip: boolean): boolean {
    const ways = this.fits();
    return !ways.length || ways.some((way) => way.turn === turn && (way.flip ?? false) === flip);
  }

  /** On to the next turn that fits, in one direction or the other. */
  rotate(by: number): void {
    for (let step = 1; step <= this.turns; step++) {
      const turn = (((this.turn + by * step) % this.turns) + this.turns) % this.turns;
      if (this.fitting(turn, this.flip)) {
        this.turn = turn;
        return;
      }
    }
  }

  over(): void {
    this.flip = !this.flip;
    if (!this.fitting(this.turn, this.flip)) this.rotate(1);
  }

  /** A way that fits where the piece has just been put: as it lies if that is one of them. */
  settle(): void {
    const ways = this.fits();
    if (!ways.length || this.fitting(this.turn, this.flip)) return;
    const same = ways.some((way) => (way.flip ?? false) === this.flip);
    if (!same) this.flip = !this.flip;
    if (!this.fitting(this.turn, this.flip)) this.rotate(1);
  }

  reset(): void {
    this.turn = 0;
    this.flip = false;
  }

  /** E and R turn on, Q turns back, F flips where `flips` says that there is another side. */
  key(event: KeyboardEvent, flips = false): boolean {
    const key = event.key.toUpperCase();
    if (key === 'E' || key === 'R') this.rotate(1);
    else if (key === 'Q') this.rotate(-1);
    else if (key === 'F' && flips) this.over();
    else return false;
    return true;
  }
}
