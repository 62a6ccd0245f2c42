import { characterCount } from '@gateway/contract';
import { choiceLimits, type ChoiceCapabilities } from '@gateway/platform-kit';
import { choiceLabels, drawnLabels } from '../choices.js';
import type { PromptRow } from '../../ports/rows.js';

type Asked = Pick<PromptRow, 'options' | 'terms'>;

/** How a choice is named in a reply: by a number or a letter. `none`: by its words only. */
export interface Markers {
  readonly kind: 'number' | 'letter' | 'none';
  /** One for each choice; empty with `none`. */
  readonly all: readonly string[];
}

const digits = (_: string, place: number) => String(place + 1);
const letters = (_: string, place: number) => 'ABCDEFGHIJ'.charAt(place);

/** Whether the core reads choices from texts: on every platform without buttons. */
export function readsReplies({ choices = 'buttons' }: ChoiceCapabilities): boolean {
  return choices !== 'buttons';
}

/**
 * The markers of a prompt's choices where people reply with them. A label that is itself a number of another choice would make the
 * numbers ambiguous: then letters are used, or nothing if these are ambiguous, too.
 */
export function choiceMarkers(asked: Asked): Markers {
  const labels = choiceLabels(asked);
  for (const [kind, markerAt] of [['number', digits] as const, ['letter', letters] as const]) {
    const all = labels.map(markerAt);
    const isClear = labels.every(
      (label, place) => !all.some((marker, other) => other !== place && same(marker, label)),
    );
    if (isClear) return { kind, all };
  }
  return { kind: 'none', all: [] };
}

/** The list of the choices below a question. */
export function choiceList(asked: Asked): string {
  const { all } = choiceMarkers(asked);
  return drawnLabels(asked)
    .map((label, place) => `${all[place] === undefined ? '-' : `${all[place]}.`} ${label}`)
    .join('\n');
}

/** Whether the platform shows these choices itself, as buttons, reactions or a poll. Otherwise people answer by replies. */
export function showsChoices(capabilities: ChoiceCapabilities, asked: Asked): boolean {
  const { kind, max } = choiceLimits(capabilities);
  const { length } = choiceLabels(asked);
  if (kind === 'buttons') return true;
  if (kind === 'replies' || length === 0 || length > (max ?? 0)) return false;
  // A number cannot stand for a letter of the list.
  return fitsLabels(capabilities, asked) || choiceMarkers(asked).kind === 'number';
}

/** Whether all labels are short enough to be shown. Otherwise numbers stand for them. */
export function fitsLabels(capabilities: ChoiceCapabilities, asked: Asked): boolean {
  const { labelLength, labelUnit } = choiceLimits(capabilities);
  const lengthOf = (label: string) => (labelUnit === 'utf16' ? label.length : characterCount(label));
  return drawnLabels(asked).every((label) => labelLength === null || lengthOf(label) <= labelLength);
}

const same = (marker: string, label: string) => marker === normalized(label).toUpperCase();

/** A text without differences of case, spaces and punctuation. A text that consists of punctuation stays as it is. */
export function normalized(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    // The parts of an emoji such as the keycap 2️⃣ that are not its digit.
    .replaceAll(/[\u{FE0F}\u{20E3}]/gu, '')
    .replaceAll(/[\p{P}\s]+/gu, ' ')
    .trim();
  return plain === '' ? text.trim() : plain;
}
