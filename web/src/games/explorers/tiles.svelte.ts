// What is printed on the tiles and how many pieces there are, from the game's components.

import { api } from '../../lib/api';

type Printed = { name: string; corners: string; item: string };
class Tiles {
  known = $state.raw<Record<string, Printed>>({});
  /** Of one player: the points of a turn, the places of a longship, and so on. */
  pieces = $state.raw<Record<string, number>>({});
  private asked = false;

  /** Asks for them once. */
  load(): void {
    if (this.asked) return;
    this.asked = true;
    api.components('explorers').then(
      (found) => {
        this.known = Object.fromEntries((found.tile as Printed[]).map((tile) => [tile.name, tile]));
        this.pieces = found.pieces as Record<string, number>;
      },
      () => (this.asked = false),
    );
  }
}
export const tiles = new Tiles();
