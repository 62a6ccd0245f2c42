import { visible } from '../text/visible-text.js';
import { characters, limits } from '../vocabulary.js';

/** What a label may have although it is invisible: marks that scripts and emoji need, and the tags of a flag. */
const allowed =
  /\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|(?<=\p{Extended_Pictographic})\uFE0E|[\u00A0\u202F\u200C-\u200F]/gu;

/** The label of a button. What people do not see, it does not have. */
export const buttonLabel = characters(limits.optionLabel, 1)
  .refine((label) => label === '' || seenLabel(label) !== '', { error: 'must not be blank' })
  .refine(
    (label) => {
      const others = label.replace(allowed, '');
      return visible(others) === others;
    },
    { error: 'must not have line breaks, control characters or invisible characters' },
  );

/** A label without the differences that people do not see. */
export function seenLabel(label: string): string {
  const seen = label.replace(/[\u200C-\u200F]|\p{Variation_Selector}/gu, '').normalize('NFKC');
  return seen.replace(/\s+/g, ' ').trim();
}

/** The same without regard to case. */
export function foldedLabel(label: string): string {
  return seenLabel(label).toUpperCase().toLowerCase();
}
