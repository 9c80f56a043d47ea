// The feast.

import type { Act } from '../../table/ui';
import type { OdinUi } from './ui.svelte';

export class Feast {
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
