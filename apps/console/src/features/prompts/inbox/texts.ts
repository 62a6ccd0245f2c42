import { catalogue } from '../../../lib/language/language.js';
import { counted } from '../../../lib/counted.js';
import { formatNumber } from '../../../lib/language/locale.js';

export const t = catalogue('features/prompts/inbox', {
  menu: {
    title: 'Answering options',
    scope: 'In this browser',
    openNext: 'Open the first prompt, and the next after an answer',
    waitForUndo: 'Wait 5 seconds before sending, for Undo',
  },
  ending: {
    never: 'never expires',
    expires: 'expires {time}',
    urgent: 'Urgent:',
  },
  undo: {
    sentIn: (target: string, seconds: number) => `{answer} to ${target} is sent in ${seconds} s`,
    announced: (answer: string, target: string) => `${answer} to ${target} is sent in 5 seconds.`,
    moreBefore: (count: number) => `and ${formatNumber(count)} more before it`,
    undo: 'Undo',
    shortcut: 'Undo the last answer',
  },
  closed: {
    answered: 'Someone else answered the prompt first.',
    cancelled: 'The prompt was cancelled first.',
    expired: 'The prompt expired first.',
    slept: 'This page was asleep when the answer was due, so it was not sent.',
  },
  failed: {
    refused: (target: string) => `Your answer “{answer}” to ${target} was not accepted.`,
    notSent: (target: string) => `Your answer “{answer}” to ${target} was not sent.`,
    list: 'Not answered',
    dismiss: 'Dismiss',
    open: (id: string) => `Open ${id}`,
    retry: 'Retry',
  },
  /** Several prompts, in a sentence. */
  prompts: (count: number) => counted(count, 'prompt', 'prompts'),
  answered: (count: number) => `${counted(count, 'prompt', 'prompts')} answered.`,
  unsent: {
    text: (count: number): string =>
      count === 1
        ? 'Your answer to {prompts} was not sent, because the page was closed. Answer again.'
        : 'Your answers to {prompts} were not sent, because the page was closed. Answer again.',
    dismiss: 'Dismiss',
  },
});
