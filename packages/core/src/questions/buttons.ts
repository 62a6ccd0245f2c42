import { choiceLimits, type ChoiceCapabilities } from '@gateway/platform-kit';
import { characterCount } from '@gateway/contract';
import type { PromptRow } from '../ports/rows.js';
import { choiceAt, choiceLabels, labelOf } from './choices.js';
import { drawnGrantLabel, grantTimes } from './grants/grant-offer.js';
import type { Showing } from './showing.js';
import { pauseOf } from './step-time.js';
import { takeWords } from './texts/taking.js';

type Asked = Pick<PromptRow, 'options' | 'terms'>;

/** The buttons below a question. */
export interface ButtonPlan {
  /** The places of the choices that have one. */
  readonly places: readonly number[];
  /** The times in seconds of those that give a standing approval. They come after that of `approve`. */
  readonly grants: readonly number[];
  /** Whether there is one that says that somebody looks after the prompt. */
  readonly take: boolean;
  /** Labels of choices that have none: people reply with them. */
  readonly byReply: readonly string[];
}

/**
 * Which buttons a question has where there are few. `I have it` has the last one, if the policy waits for who looks after the prompt. A button that shows the whole action goes first, then the choices, then standing
 * approvals. A standing approval takes the place of an answer that people can also give by a reply. In a chat that cannot show
 * the whole action there is none.
 */
export function planButtons(asked: Asked, capabilities: ChoiceCapabilities, showing: Showing): ButtonPlan {
  const showsWhole = showing === 'on_press';
  const places = choiceLabels(asked).map((_, place) => place);
  const { kind, max, labelLength, labelUnit } = choiceLimits(capabilities);
  const lengthOf = (label: string) => (labelUnit === 'utf16' ? label.length : characterCount(label));
  const fits = (seconds: number) => labelLength === null || lengthOf(drawnGrantLabel(seconds)) <= labelLength;
  const times = kind === 'buttons' && showing !== 'never' ? grantTimes(asked).filter(fits) : [];
  const free = (max ?? Infinity) - places.length - (showsWhole ? 1 : 0);
  const isTaken =
    kind === 'buttons' && pauseOf(asked) > 0 && (labelLength === null || lengthOf(takeWords) <= labelLength);
  const withTake = (plan: Omit<ButtonPlan, 'take'>): ButtonPlan => {
    const used = plan.places.length + plan.grants.length + (showsWhole ? 1 : 0);
    return { ...plan, take: isTaken && used < (max ?? Infinity) };
  };
  if (times.length === 0 || free > 0)
    return withTake({ places, grants: times.slice(0, Math.max(free, 0)), byReply: [] });
  const replaced = showsWhole ? undefined : places.findLast((place) => isSaidByReply(choiceAt(asked, place)));
  if (replaced === undefined) return withTake({ places, grants: [], byReply: [] });
  return withTake({
    places: places.filter((place) => place !== replaced),
    grants: times.slice(0, 1),
    byReply: [labelOf(asked, choiceAt(asked, replaced))],
  });
}

const isSaidByReply = (decision: string) => decision === 'edit' || decision === 'respond';
