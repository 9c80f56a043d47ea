// What is being laid on my boards, served at the feast or rolled: the questions that are answered there.

import type { Act } from '../../table/ui';
import type { OdinUi } from './ui.svelte';

export class Laying {
  constructor(readonly ui: OdinUi) {}

  /** Whether the question at hand is answered on my boards. */
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
  /** Backs out one step; false if there is nothing to back out of. */
  back(): boolean {
    return false;
  }
}
