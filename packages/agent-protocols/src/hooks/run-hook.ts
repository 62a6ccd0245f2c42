import { GatewayError, getPrompt, type PromptRecord } from '@gateway/contract';
import { pause, retrying, type Caller } from '../caller.js';
import { findOrAsk, waitForEnd, type NewQuestion } from '../questions.js';
import type { Hook, HookOutput } from './hook.js';

export interface HookOptions {
  /** The channel to ask on. Undefined: the gateway's default. */
  readonly channelId?: string | undefined;
  /** Seconds to wait for the answers. */
  readonly waitSec: number;
  /** What no answer means: no decision, so that the host asks in its own way, or a denial. */
  readonly onTimeout: 'pass' | 'deny';
  readonly signal: AbortSignal;
}

/** How often a prompt is read while the words that follow a decision are awaited. */
const WORDS_POLL_MS = 2000;
/** How long they are awaited, unless the prompt says otherwise. */
const WORDS_WAIT_SEC = 120;

/** Asks the questions of a hook, and returns its result for the host. Throws `GatewayError` when the gateway refuses a question. */
export async function runHook(
  caller: Caller,
  hook: Hook,
  { channelId, waitSec, onTimeout, signal }: HookOptions,
): Promise<HookOutput> {
  const until = caller.clock.now() + waitSec * 1000;
  const answers: PromptRecord[] = [];
  for (const [index, question] of hook.questions.entries()) {
    const ttlSec = Math.max(1, Math.ceil((until - caller.clock.now()) / 1000));
    const body = { ...question, channel_id: channelId, ttl_sec: ttlSec };
    const asked = await ask(caller, `hook-${hook.identity}-${index + 1}`, body, signal);
    const prompt = await waitForEnd(caller, asked.id, { until, signal });
    if (prompt.state !== 'answered') break;
    answers.push(await withWords(caller, prompt, { until, signal }));
    const decided = hook.decide(answers);
    if (decided) return decided;
  }
  const isAnswered = answers.length === hook.questions.length;
  return onTimeout === 'deny' && !isAnswered ? hook.deny('There was no answer in time.') : hook.pass;
}

/** Asks without buttons when the platform cannot show so many. The text names the choices. */
async function ask(
  caller: Caller,
  correlationId: string,
  question: NewQuestion,
  signal: AbortSignal,
): Promise<PromptRecord> {
  const lookup = { correlationId, isSame: () => true, mayReuse: () => true };
  try {
    return await findOrAsk(caller, question, lookup, signal);
  } catch (error) {
    const isAboutButtons = error instanceof GatewayError && error.body.issues?.[0]?.path[0] === 'options';
    if (!isAboutButtons || question.allow_text !== true) throw error;
    return await findOrAsk(caller, { ...question, options: [] }, lookup, signal);
  }
}

/** Waits for the words that the person was asked for after a rejection. */
async function withWords(
  caller: Caller,
  answered: PromptRecord,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<PromptRecord> {
  const { ask_reason, decision, answered_at, reason_wait_sec } = answered;
  if (ask_reason !== 'on_reject' || decision?.value !== 'reject') return answered;
  const wordsEnd = Date.parse(answered_at ?? '') + (reason_wait_sec ?? WORDS_WAIT_SEC) * 1000;
  let prompt = answered;
  while (prompt.decision?.reason === null && caller.clock.now() < Math.min(until, wordsEnd)) {
    if (signal.aborted || caller.isStopping()) break;
    await pause(caller.clock, WORDS_POLL_MS, signal);
    const params = { id: prompt.id };
    prompt = await retrying(caller, () => caller.call(getPrompt, { params }, { signal }), { signal });
  }
  return prompt;
}
