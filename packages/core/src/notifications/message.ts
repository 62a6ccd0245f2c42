import { letsRun, plainText, shownText, type AlertKind } from '@gateway/contract';
import { choiceAt, drawnLabels } from '../questions/choices.js';
import { visibleState } from '../questions/prompt-state.js';
import type { PromptRow } from '../ports/rows.js';
import { bothVoices, heads } from './both-voices.js';
import { bounded } from './bounded.js';
import type { PushOptions } from './push-encryption.js';

/** Characters of the question in a push without an action. Push services take at most 4 kB, encrypted. */
const MAX_QUESTION = 300;
const MAX_LABEL = 64;
const MAX_CHOICES = 2;
const URGENT_MS = 15 * 60_000;
const DAY_SEC = 86_400;

/** What the service worker of the console reads. It writes the sentences, in the language of its browser. */
export type PushMessage =
  | {
      readonly type: 'asked';
      readonly num: number;
      readonly channel: string;
      /** With an action, all of the text: the action first, then what the agent says. Workers of every age show it. */
      readonly question: string;
      /** The heads in `question`, at the begin of its first and its last line, which the worker translates. Absent: there is no action. */
      readonly heads?: typeof heads;
      /** The first answers that take one press. `number`: the position among all, from 1. */
      readonly choices: readonly { readonly number: number; readonly label: string }[];
    }
  | {
      readonly type: 'closed';
      readonly num: number;
      readonly reason: 'voted' | 'answered' | 'cancelled' | 'expired';
      /** Who answered, if known. */
      readonly by: string | null;
      /** The reason as an English sentence, for workers that do not know it. Browsers replace a worker only at a visit. */
      readonly outcome: string;
    }
  | {
      readonly type: 'alert';
      readonly kind: AlertKind;
      readonly subject: string;
      readonly name: string;
      readonly detail: string | null;
      readonly over: boolean;
      /** The sentence in English, for a kind that the worker does not know. */
      readonly text: string;
    }
  | { readonly type: 'test' };

export interface ComposedPush {
  readonly message: PushMessage;
  readonly options: PushOptions;
}

export function askedPush(prompt: PromptRow, now: number): ComposedPush {
  const leftMs = prompt.expiresAt === null ? null : prompt.expiresAt.getTime() - now;
  const action = prompt.terms?.action ?? null;
  const voices = action && bothVoices(action, prompt.text);
  return {
    message: {
      type: 'asked',
      num: prompt.num,
      channel: prompt.channelId,
      question: voices?.text ?? bounded(plainText(prompt.text), MAX_QUESTION),
      ...(voices && { heads }),
      choices: choicesOf(prompt, voices?.isWhole ?? true),
    },
    options: {
      ttlSec: leftMs === null ? DAY_SEC : Math.max(0, Math.ceil(leftMs / 1000)),
      urgency: leftMs !== null && leftMs <= URGENT_MS ? 'high' : 'normal',
      topic: topicOf(prompt),
    },
  };
}

export function closedPush(prompt: PromptRow, now: number): ComposedPush {
  return {
    message: { type: 'closed', num: prompt.num, ...outcomeOf(prompt, now) },
    options: { ttlSec: DAY_SEC, urgency: 'normal', topic: topicOf(prompt) },
  };
}

export const testPush: ComposedPush = {
  message: { type: 'test' },
  options: { ttlSec: 60, urgency: 'high', topic: 'test' },
};

/** A newer push with the same topic replaces one that a device has not received. */
const topicOf = ({ num }: PromptRow) => `prompt-${num}`;

/** Of an action that is not shown whole, no choice lets it run. */
function choicesOf(prompt: PromptRow, isWhole: boolean) {
  const decisions = prompt.terms?.decisions ?? null;
  const answers = { decisions, approving: prompt.terms?.approvingOptions ?? null };
  return drawnLabels(prompt)
    .map((label, index) => ({
      number: index + 1,
      label: bounded(shownText(label), MAX_LABEL),
      decision: decisions?.[index],
      runs: letsRun(answers, choiceAt(prompt, index)),
    }))
    .filter(({ decision, runs }) => decision !== 'edit' && decision !== 'respond' && (isWhole || !runs))
    .slice(0, MAX_CHOICES)
    .map(({ number, label }) => ({ number, label }));
}

type Outcome = Pick<Extract<PushMessage, { type: 'closed' }>, 'reason' | 'by' | 'outcome'>;

function outcomeOf(prompt: PromptRow, now: number): Outcome {
  const state = visibleState(prompt, now);
  if (state === 'pending') return { reason: 'voted', by: null, outcome: 'You have voted.' };
  if (state === 'expired')
    return prompt.closedReason === 'cancelled'
      ? { reason: 'cancelled', by: null, outcome: 'Cancelled.' }
      : { reason: 'expired', by: null, outcome: 'Expired.' };
  const who = prompt.answeredByName ?? prompt.answeredByUsername;
  if (who === null) return { reason: 'answered', by: null, outcome: 'Answered.' };
  const by = bounded(who, MAX_LABEL);
  return { reason: 'answered', by, outcome: `Answered by ${by}.` };
}
