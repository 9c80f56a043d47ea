// What is said of places, for those who listen.

import { siege, type Place } from './castles';
import type { Castle, EketorpUi, StorageField } from './ui.svelte';

export class Labels {
  constructor(private readonly ui: EketorpUi) {}

  field(field: StorageField): string {
    const { ui } = this;
    const mine = ui.deployment.planned(field.field);
    const vikings = field.vikings.map((n, seat) => n + (seat === ui.play.seat ? mine : 0));
    const parts = [
      field.bricks
        ? ui.t('field_bricks', { field: field.field, count: field.bricks, brick: field.brick })
        : ui.t('field_empty', { field: field.field }),
      ...vikings.flatMap((count, seat) => (count ? [ui.t('stands', { seat, count })] : [])),
    ];
    if (field.status !== 'quiet') parts.push(ui.name('status', field.status));
    return [...parts, ...this.choice(field.field)].join(', ');
  }
  siege(castle: number, s: Castle['siege_fields'][number]): string {
    const { ui } = this;
    const place = siege(castle, s.engine);
    const parts = [
      ui.t('siege_at', { engine: s.engine, castle, sites: s.sites }),
      ...s.vikings.map((seat) => ui.play.name(seat)),
    ];
    if (ui.deployment.planned(place)) parts.push(ui.play.name(ui.play.seat));
    if (s.status !== 'quiet') parts.push(ui.name('status', s.status));
    if (s.loot) parts.push(ui.name('brick', s.loot.brick));
    return [...parts, ...this.choice(place)].join(', ');
  }
  site(castle: number, site: number): string {
    const { ui } = this;
    const bricks = [...ui.stack(castle, site), ...ui.building.builtOn(castle, site)];
    const parts = [bricks.length ? ui.t('site', { site, castle, bricks }) : ui.t('site_empty', { site, castle })];
    const taken = ui.looting.takenFrom(castle, site);
    if (taken) parts.push(ui.t('taken', { n: taken }));
    return [...parts, ...this.choice(siege(castle, String(site)))].join(', ');
  }
  private choice(place: Place): string[] {
    const { ui } = this;
    return [...(ui.isChosen(place) ? [ui.t('is_chosen')] : []), ...(ui.may(place) ? [ui.t('may')] : [])];
  }
}
