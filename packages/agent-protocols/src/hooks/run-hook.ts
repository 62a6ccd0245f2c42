import { randomUUID } from 'node:crypto';
import { GatewayError, getPrompt, type PromptRecord } from '@gateway/contract';
import { pause, retrying, type Caller } from '../caller.js';
import {
  findOrAsk,
  isApproval,
  takeOnce,
  useApproval,
  waitForEnd,
  type Asked,
  type Lookup,
  type NewQuestion,
} from '../questions.js';
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
export async function runHook(caller: Caller, hook: Hook, options: HookOptions): Promise<HookOutput> {
  const { waitSec, onTimeout, signal } = options;
  const until = caller.clock.now() + waitSec * 1000;
  const taken = new Set<string>();
  do {
    const answers = await answersTo(caller, hook, options, { until, taken });
    const decided = hook.decide(answers);
    const isAnswered = decided !== null || answers.length === hook.questions.length;
    if (!isAnswered || signal.aborted) break;
    const lost = await takeAll(caller, hook, answers, signal);
    if (!lost) return decided ?? hook.pass;
    taken.add(lost.id);
  } while (caller.clock.now() < until);
  return onTimeout === 'deny' ? hook.deny('There was no answer in time.') : hook.pass;
}

/** Asks one question after the other, until the answers decide or one has none. */
async function answersTo(
  caller: Caller,
  hook: Hook,
  { channelId, signal }: HookOptions,
  { until, taken }: { readonly until: number; readonly taken: ReadonlySet<string> },
): Promise<PromptRecord[]> {
  const answers: PromptRecord[] = [];
  for (const [index, question] of hook.questions.entries()) {
    const ttlSec = Math.max(1, Math.ceil((until - caller.clock.now()) / 1000));
    const body = { ...question, channel_id: channelId, ttl_sec: ttlSec };
    const lookup = { correlationId: `hook-${hook.identity}-${index + 1}`, taken, signal };
    const asked = await ask(caller, body, lookup);
    const prompt = await waitForEnd(caller, asked.id, { until, signal });
    if (prompt.state !== 'answered') break;
    answers.push(await withWords(caller, prompt, { until, signal }));
    if (hook.decide(answers)) break;
  }
  return answers;
}

/** Asks without buttons when the platform cannot show so many. The text names the choices. */
async function ask(caller: Caller, question: NewQuestion, lookup: Lookup): Promise<Asked> {
  try {
    return await findOrAsk(caller, question, lookup);
  } catch (error) {
    const isAboutButtons = error instanceof GatewayError && error.body.issues?.[0]?.path[0] === 'options';
    if (!isAboutButtons || question.allow_text !== true) throw error;
    return await findOrAsk(caller, { ...question, options: [] }, lookup);
  }
}

/** Takes the answers. Returns one that another event has taken, or an approval that cannot be used; null: all are taken now. */
async function takeAll(
  caller: Caller,
  hook: Hook,
  answers: readonly PromptRecord[],
  signal: AbortSignal,
): Promise<PromptRecord | null> {
  for (const answer of answers) if (!(await takeFor(caller, hook, answer, signal))) return answer;
  return null;
}

async function takeFor(
  caller: Caller,
  { identity, isUsedOnce }: Hook,
  answer: PromptRecord,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isApproval(answer)) return !isUsedOnce || (await takeOnce(caller, answer, signal));
  // An event with an id is one use of a tool: when the host sends it again, it gets the same approval. Another event never has this key.
  const key = isUsedOnce ? randomUUID() : `hook-${identity}-${answer.prompt_num}`;
  return await useApproval(caller, answer, { key, signal });
}

/** Waits for the words that the person was asked for after a rejection. */
async function withWords(
  caller: Caller,
  answered: PromptRecord,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<PromptRecord> {
  const { ask_reason, decision, answered_at, reason_wait_sec, decided_by } = answered;
  // A rule or a policy that rejects says no more.
  if (ask_reason !== 'on_reject' || decision?.value !== 'reject' || decided_by !== 'person') return answered;
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
