import { choiceLimits } from '../../choices.js';
import type { Question } from '../../connection.js';
import type { Platform } from '../../platform.js';
import { check } from '../check.js';
import type { Opened, Rig, ShownMessage } from '../rig.js';
import { numberedQuestion } from '../sample-question.js';

/** Adds a test to the suite. */
export type Define = (name: string, body: () => Promise<void>) => void;

/** What the tests of the suite share. */
export interface SuiteContext {
  readonly platform: Platform;
  readonly mode: 'webhook' | 'stream';
  readonly history: 'delivered' | 'from-start';
  /** Opens a rig and a connection to it; with `rig`, another connection to that rig. They are closed after the test. */
  open(options?: {
    readonly credentials?: 'bad';
    readonly rig?: Rig;
    readonly state?: Map<string, string>;
  }): Promise<Opened>;
}

/** The largest number of choices that the platform shows itself; 0: people choose by replies. */
export function mostChoices({ capabilities }: Platform): number {
  return choiceLimits(capabilities).max ?? 0;
}

/** A question with `count` choices as the core lays them out. Reactions stand for numbers. */
export function questionFor({ capabilities }: Platform, rig: Rig, count: number): Question {
  const question = numberedQuestion(rig.target, count);
  if (choiceLimits(capabilities).kind !== 'reactions') return question;
  return { ...question, buttons: question.buttons.map(({ token }, place) => ({ token, label: String(place + 1) })) };
}

/** The bot's messages that have choices. */
export async function withChoices(rig: Rig): Promise<ShownMessage[]> {
  return (await rig.shown()).filter(({ buttons }) => buttons.length > 0);
}

/** The bot's messages, of which there must be one by now. */
export async function inChat(rig: Rig): Promise<readonly ShownMessage[]> {
  const messages = await rig.shown();
  check(messages.length > 0, {
    expected: 'a message of the bot in the chat',
    got: '[]: nothing was posted',
    cause:
      'the call resolves before the platform has accepted the message, or posts nothing; or shown() of the rig does not read the chat',
  });
  return messages;
}
