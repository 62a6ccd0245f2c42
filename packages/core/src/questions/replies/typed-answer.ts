import type { PromptRow } from '../../ports/rows.js';
import { choiceNames } from '../choices.js';

/** The answer that a typed text gives: the option whose label it equals, ignoring case and spaces, or else the text. */
export function typedAnswer(
  asked: Pick<PromptRow, 'options' | 'terms'>,
  text: string,
): { readonly type: 'option' | 'text'; readonly value: string } {
  const target = normalized(text);
  const named = choiceNames(asked).map((names, place) => ({ names, label: asked.options[place] }));
  const matching = named.filter(({ names }) => names.some((name) => normalized(name) === target));
  // Labels that differ only in case or spaces need an exact match.
  const [found] = matching.length === 1 ? matching : matching.filter(({ names }) => names.includes(text));
  const option = found?.label;
  return option === undefined ? { type: 'text', value: text } : { type: 'option', value: option };
}

function normalized(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
}
