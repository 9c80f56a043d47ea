// What is printed on the tiles, from the game's components.

import { api } from '../../lib/api';

type Printed = { name: string; corners: string; item: string };
class Tiles {
  known = $state.raw<Record<string, Printed>>({});
  private asked = false;

  /** Asks for them once. */
  load(): void {
    if (this.asked) return;
    this.asked = true;
    api.components('explorers').then(
      (found) => (this.known = Object.fromEntries((found.tile as Printed[]).map((tile) => [tile.name, tile]))),
      () => (this.asked = false),
    );
  }
}
export const tiles = new Tiles();
