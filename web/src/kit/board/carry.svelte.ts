// A piece is carried to a place: dragged there, or picked up by one click and put down by the next. A board offers the click; this adds
// the drag. Under a finger the piece is held above it, where it can be seen.

import type { Point } from './camera.svelte';

const LIFT = 56;

export class Carry<T> {
  /** What is being dragged, and where on the page. */
  piece = $state.raw<T | null>(null);
  at = $state.raw<Point>([0, 0]);

  /** `put` is called with the name of the place where the piece is let go. */
  constructor(private readonly put: (piece: T, place: string) => void) {}

  /** For `pointerdown` on what can be carried. */
  take(event: PointerEvent, piece: T): void {
    if (event.button) return;
    const lift = event.pointerType === 'mouse' ? 0 : LIFT;
    const from: Point = [event.clientX, event.clientY];
    const move = (e: PointerEvent): void => {
      if (e.pointerId !== event.pointerId) return;
      if (!this.piece && Math.hypot(e.clientX - from[0], e.clientY - from[1]) < 6) return;
      this.piece = piece;
      this.at = [e.clientX, e.clientY - lift];
    };
    const end = (e: PointerEvent): void => {
      if (e.pointerId !== event.pointerId) return;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      const carried = this.piece;
      this.piece = null;
      if (carried === null || e.type === 'pointercancel') return;
      const place = document
        .elementsFromPoint(...this.at)
        .map((element) => element.closest<SVGElement>('[data-place]'))
        .find(Boolean);
      if (place) this.put(carried, place.dataset.place!);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }
}
