import { choiceLimits, type ChoiceCapabilities, type CommonCapabilities } from '@gateway/platform-kit';
import type { PromptRow } from '../ports/rows.js';
import { questionLimit, splitText } from '../text/split.js';
import { unformatted } from '../text/unformatted.js';
import { isShortened, wholeAction } from './action/action-text.js';
import { choiceLabels } from './choices.js';

/** More messages than these would bury the question. */
const MESSAGES_MAX = 20;

/** The name of the file of `Show all`. */
export const wholeFile = (num: number) => `action-${num}.txt`;
/** Also what looks like it. */
export const wholeFileName = /^action\P{L}*txt$/iu;

/** The limits of a platform on which it depends how much of an action is shown. */
export type ShowingLimits = Pick<CommonCapabilities, 'text' | 'media'> & ChoiceCapabilities;

type Asked = Pick<PromptRow, 'options' | 'terms'>;

/** A number as long as any, so that the decision does not depend on that of the prompt. */
const LONGEST_NUM = 999_999_999;

export type Showing = 'whole' | 'on_press' | 'never';

/**
 * How a chat shows the action of a prompt. `whole`: in the question. `on_press`: shortened, and in full after a press on `Show all`.
 * `never`: shortened only, because it would take too many messages.
 */
export function showingOf(asked: Asked, limits: ShowingLimits): Showing {
  const action = asked.terms?.action ?? null;
  if (!action || !isShortened(action, asked.terms?.rule ?? null)) return 'whole';
  const { kind, max } = choiceLimits(limits);
  const hasFreeButton = kind === 'buttons' && (max === null || choiceLabels(asked).length < max);
  if (hasFreeButton && limits.media.bytes) return 'on_press';
  if (wholeTexts({ ...asked, num: LONGEST_NUM }, limits) === null) return 'never';
  return hasFreeButton ? 'on_press' : 'whole';
}

/** Whether a chat of this platform cannot show the whole action: then no answer from there lets it run. */
export function isUninspectable(asked: Asked, limits: ShowingLimits): boolean {
  return showingOf(asked, limits) === 'never';
}

/** The whole action as messages; null: it would take too many. */
export function wholeTexts(
  { num, terms }: Pick<PromptRow, 'num' | 'terms'>,
  { text }: Pick<ShowingLimits, 'text'>,
): string[] | null {
  if (!terms?.action) return null;
  const max = questionLimit(text);
  const whole = unformatted(wholeAction(num, terms.action, terms.rule ?? null), text);
  const texts = whole.length > max * MESSAGES_MAX ? [] : splitText(whole, max, { atLines: true, length: text.length });
  return texts.length === 0 || texts.length > MESSAGES_MAX ? null : texts;
}
