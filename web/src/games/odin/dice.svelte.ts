// A roll that waits for an answer.

import type { Act } from '../../table/ui';
import type { OdinUi } from './ui.svelte';

export class Dice {
  constructor(readonly ui: OdinUi) {}
  get on(): boolean {
    return false;
  }
  say(): { title: string; sub: string } | null {
    return null;
  }
  acts(): Act[] {
    return [];
  }
  key(_event: KeyboardEvent): boolean {
    return false;
  }
}
