// Guides and glossaries as the hall tells them, each asked for once.

import { api } from '../lib/api';
import { prefs } from '../lib/prefs.svelte';
import type { Guide, Rule, Term } from '../lib/types';

function once<T>(ask: (game: string) => Promise<T>): (game: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (game) => {
    const key = `${game} ${prefs.language}`;
    const found = asked.get(key) ?? ask(game);
    asked.set(key, found);
    found.catch(() => asked.delete(key));
    return found;
  };
}
export const guideOf = once<Guide>((game) => api.guide(game));
export const termsOf = once<Term[]>((game) => api.terms(game));
export const rulesOf = once<Rule[]>((game) => api.rules(game));

export type Piece = { text: string; strong?: boolean; slanted?: boolean; tip?: string };

/** A text in pieces: what is strong or slanted, and the first mention of each term with what it means. */
export function pieces(text: string, terms: Term[]): Piece[] {
  const seen = new Set<string>();
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*)/).flatMap((part) => {
    const strong = part.startsWith('**');
    const slanted = !strong && part.startsWith('*');
    const plain = part.replace(/^\*+|\*+$/g, '');
    return marked(strong || slanted ? plain : part, terms, seen).map((each) => ({ ...each, strong, slanted }));
  });
}

/** The text with its terms; longer ones come before those that are a part of them. */
function marked(text: string, terms: Term[], seen: Set<string>): Piece[] {
  const forms = terms.flatMap((term) => term.forms.map((form) => ({ form, term })));
  if (!forms.length || !text) return [{ text }];
  forms.sort((a, b) => b.form.length - a.form.length);
  const any = forms.map(({ form }) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const out: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}-])(${any})(?![\\p{L}\\p{N}])`, 'giu'))) {
    const { term } = forms.find(({ form }) => form.toLowerCase() === found[0].toLowerCase())!;
    if (seen.has(term.key)) continue;
    seen.add(term.key);
    if (found.index > at) out.push({ text: text.slice(at, found.index) });
    out.push({ text: found[0], tip: term.text });
    at = found.index + found[0].length;
  }
  return at < text.length ? [...out, { text: text.slice(at) }] : out;
}
