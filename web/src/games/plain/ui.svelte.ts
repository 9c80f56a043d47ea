// Plays any game from prompt, legal choices, view and the game's own words alone.

import { Standing } from '../../kit/board/standing.svelte';
import { BoardUi } from '../../kit/board/ui.svelte';
import { api } from '../../lib/api';
import type { Legal } from '../../lib/types';
import { m } from '../../paraglide/messages';
import type { Play } from '../../table/play.svelte';
import type { Act, Track } from '../../table/ui';

export const AS_IT_STANDS = '-';

/** What a game's words say of a key of its view: how it is called, and in which table its values have their names. */
export type Label = { text: string; table: string };
export type Choice = { choice: Legal; lead: string; words: string };
export type Group = { title: string; choices: Choice[]; short: boolean };

export class PlainUi extends BoardUi {
  /** Only the choices of this place of a map are listed. */
  cell = $state.raw<[number, number] | null>(null);
  private tables = $state.raw<Record<string, Record<string, string>>>({});
  readonly standing: Standing;

  constructor(play: Play) {
    super(play);
    this.standing = new Standing(play);
    api.words(play.table!.game).then(
      (tables) => (this.tables = tables),
      () => {},
    );
  }

  // Words

  /** Null where the key is of use to programs only. */
  label(key: string): Label | null {
    const said = this.tables.view?.[key];
    if (said === undefined) return this.tables.view ? null : { text: '', table: '' };
    const [, text, table] = /^(.*?) ?(?:@([\w+]*))?$/.exec(said)!;
    return text ? { text, table: table === '' ? AS_IT_STANDS : (table ?? '') } : null;
  }

  /** A value of a view by its name; a seat by who sits there; nothing where it has no name. */
  name(value: string | number, table: string): string | undefined {
    if (table === 'player') return this.play.name(Number(value));
    return table
      .split('+')
      .map((each) => this.tables[each]?.[value])
      .find(Boolean);
  }

  // Choices

  /** By heading, in the order in which the game gives them; words that all of a group begin with are left to the ear. */
  groups(wanted: string): Group[] {
    const by = new Map<string, Legal[]>();
    const search = wanted.toLowerCase();
    for (const choice of this.play.legal) {
      if (this.cell && String(choice.data.cell) !== String(this.cell)) continue;
      if (search && !`${choice.words} ${choice.notation}`.toLowerCase().includes(search)) continue;
      const title = this.tables.kind?.[choice.data.kind] ?? '';
      by.set(title, [...(by.get(title) ?? []), choice]);
    }
    return [...by].map(([title, list]) => {
      const start = list.length > 2 ? common(list.map((c) => c.words)) : 0;
      const choices = list.map((choice) => ({
        choice,
        lead: choice.words.slice(0, start),
        words: start ? choice.words.slice(start) : capital(choice.words),
      }));
      return { title, choices, short: choices.every((c) => c.words.length < 15) };
    });
  }

  // What the page asks

  say(): { title: string; sub: string } | null {
    const { play } = this;
    if (!play.draft.length) return null;
    const next = play.legal.length > 0 && play.tried && !play.tried.reveals ? play.tried.position.prompt?.words : '';
    const sub = play.tried?.reveals
      ? this.play.freely
        ? ''
        : m.reveals()
      : play.draft.length > 1
        ? m.draft_n({ n: play.draft.length })
        : m.draft_one();
    return { title: next || play.draft[play.draft.length - 1].words, sub };
  }

  acts(): Act[] {
    const { play } = this;
    const [only, ...others] = play.legal;
    if (only && !others.length && !play.draft.length)
      return [
        {
          id: 'only',
          label: only.words.length < 40 ? only.words : m.confirm(),
          key: '↵',
          look: 'go',
          run: () => void play.commit([only.move]),
        },
      ];
    return [this.confirm()];
  }

  track(): Track | null {
    const view = this.play.view;
    if (!view) return null;
    const lead =
      typeof view.round === 'number'
        ? typeof view.rounds === 'number'
          ? m.round_of({ n: view.round, of: view.rounds })
          : m.round_n({ n: view.round })
        : '';
    const phase = this.tables.phase?.[String(view.phase)];
    return phase ? { lead, steps: [{ name: capital(phase), state: 'on' }] } : lead ? { lead, steps: [] } : null;
  }

  counts(seat: number): string[] {
    const view: Record<string, unknown> = this.play.view ?? {};
    const own: [string, unknown][] = Object.entries((Array.isArray(view.players) && view.players[seat]) || {});
    const all = Object.entries(view)
      .filter(([k, v]) => k !== 'scores' && isBySeat(this.label(k)?.table) && Array.isArray(v))
      .map(([k, v]): [string, unknown] => [k, (v as unknown[])[seat]]);
    return [...own, ...all]
      .filter(([k, v]) => k !== 'score' && typeof v === 'number' && this.label(k)?.text)
      .slice(0, 3)
      .map(([k, v]) => `${this.label(k)!.text.toLowerCase()} ${v}`);
  }

  key(event: KeyboardEvent): boolean {
    const n = Number(event.key);
    if (n >= 1 && n <= 9 && this.play.legal[n - 1]) {
      void this.play.choose(this.play.legal[n - 1]);
      return true;
    }
    return false;
  }
}

/** Whether lists under such a key have one part for each seat, and where the names inside are. */
export const isBySeat = (table = ''): boolean => /^seats\b/.test(table);
export const inside = (table: string): string => table.replace(/^seats\+?/, '');
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** How many letters all texts have in common at the beginning, up to the end of a word. */
function common(texts: string[]): number {
  const [first] = texts;
  let n = 0;
  while (n < first.length && texts.every((t) => t[n] === first[n])) n++;
  return first.lastIndexOf(' ', n - 1) + 1;
}

export type Ink = { text: string; look: string };

/** Text with ANSI colours as pieces, each with the names of its looks: bold, faint, and c0 to c7. */
export function inked(text: string): Ink[] {
  const out: Ink[] = [];
  let look = '';
  for (const part of text.split(/(\x1b\[[\d;]*m)/)) {
    if (!part.startsWith('\x1b')) {
      if (part) out.push({ text: part, look });
      continue;
    }
    const codes = part.slice(2, -1).split(';').map(Number);
    look = codes
      .map((c) =>
        c === 1
          ? 'bold'
          : c === 2 || c === 90
            ? 'faint'
            : c >= 30 && c < 38
              ? `c${c - 30}`
              : c > 90 && c < 98
                ? `c${c - 90}`
                : '',
      )
      .filter(Boolean)
      .join(' ');
  }
  return out;
}
