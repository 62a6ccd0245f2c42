import { choiceLabels, choiceNames } from '../choices.js';
import type { PromptRow } from '../../ports/rows.js';
import { allowsText } from './how-to-answer.js';
import { choiceMarkers, normalized } from './markers.js';
import { asks } from './question-marks.js';

/** What a reply to a question on a platform without buttons says. */
export type ReadReply =
  /** `words`: what follows the choice, such as a reason; null: nothing. */
  | { readonly kind: 'choice'; readonly place: number; readonly words: string | null }
  /** A number that stands for no choice. */
  | { readonly kind: 'unknown'; readonly said: string }
  /** It fits several choices. */
  | { readonly kind: 'ambiguous'; readonly said: string }
  /** Anything else. */
  | { readonly kind: 'text' };

/** The length of text in which a choice is looked for: longer than any label. */
const HEAD_LENGTH = 200;
/** What separates a choice from words. */
const because = /[\s\p{P}]because(?![\p{L}\p{N}])[\s:,]*/giu;
const separators = /[\s\p{P}]because(?![\p{L}\p{N}])[\s:,]*|\s?:\s?| [-–—] |\n/giu;

/**
 * Reads `2`, the words of a choice, or either followed by a reason: `2 because …`, and where the question takes no answer in the
 * person's own words also `2: …`, `2 - …` or a further line. Upper and lower case, spaces and punctuation make no difference, but
 * nothing else may be left out or added. A question such as `2?` is no choice.
 */
export function readReply(prompt: Pick<PromptRow, 'options' | 'allowText' | 'terms'>, text: string): ReadReply {
  const said = text.trim();
  const whole = findChoice(prompt, said);
  if (whole) return 'place' in whole ? { kind: 'choice', place: whole.place, words: null } : whole;
  for (const { index, 0: separator } of said
    .slice(0, HEAD_LENGTH)
    .matchAll(allowsText(prompt) ? because : separators)) {
    const words = said.slice(index + separator.length).trim();
    const found = words === '' ? null : findChoice(prompt, said.slice(0, index));
    if (found) return 'place' in found ? { kind: 'choice', place: found.place, words } : found;
  }
  const isNumber = choiceMarkers(prompt).kind === 'number' && /^\d{1,3}$/.test(normalized(said));
  return isNumber && !asks(said) && !allowsText(prompt) && choiceLabels(prompt).length > 0
    ? { kind: 'unknown', said: normalized(said) }
    : { kind: 'text' };
}

/** Reads the label of a decision where there are buttons: it counts as the press. Exact but for case and outer spaces; null: it is none. */
export function readLabel(
  prompt: Pick<PromptRow, 'options' | 'terms'>,
  text: string,
): Extract<ReadReply, { kind: 'choice' }> | null {
  const typed = (label: string) => label.normalize('NFC').trim().toLowerCase();
  const isNamed = (names: readonly string[]) => names.some((name) => typed(name) === typed(text));
  const place = prompt.terms?.decisions ? choiceNames(prompt).findIndex(isNamed) : -1;
  return place === -1 ? null : { kind: 'choice', place, words: null };
}

function findChoice(
  prompt: Pick<PromptRow, 'options' | 'terms'>,
  said: string,
): { readonly place: number } | Extract<ReadReply, { kind: 'ambiguous' }> | null {
  if (said.length > HEAD_LENGTH) return null;
  const labels = choiceLabels(prompt);
  const exact = choiceNames(prompt).findIndex((names) => names.includes(said));
  if (exact !== -1) return { place: exact };
  const { all } = choiceMarkers(prompt);
  const isQuestion = asks(said);
  const plain = normalized(said);
  const places = choiceNames(prompt).flatMap((names, place) => {
    if (isQuestion && !asks(labels[place] ?? '')) return [];
    return names.some((name) => normalized(name) === plain) || all[place]?.toLowerCase() === plain ? [place] : [];
  });
  const [place] = places;
  if (place === undefined) return null;
  return places.length === 1 ? { place } : { kind: 'ambiguous', said };
}

/** `#12 2`: a text that names a prompt where people choose by replies. */
const named = /^\s*(?:@\S+\s+)?#(\d{1,9})(?:\s*[:,]\s*|\s+|$)([\s\S]*)$/;

/** Parses `#12 2`; null: the text names no prompt in this form. */
export function parseShortName(text: string): { readonly num: number; readonly text: string } | null {
  const match = named.exec(text);
  return match ? { num: Number(match[1]), text: (match[2] ?? '').trim() } : null;
}
