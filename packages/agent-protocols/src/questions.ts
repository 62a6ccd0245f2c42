import { createHash } from 'node:crypto';
import {
  consumeApproval,
  createPrompt,
  GatewayError,
  getPrompt,
  listPrompts,
  takeAnswer,
  type BodyInput,
  type PromptRecord,
  type ReplyOf,
} from '@gateway/contract';
import { pause, retrying, type Caller } from './caller.js';

/** The body of `POST /v1/prompts/new`. */
export type NewQuestion = BodyInput<typeof createPrompt>;

/** How long an answer that came while no call waited for it is found again. */
const ANSWER_IS_FRESH_MS = 5 * 60_000;

/** A refusal that the gateway remembers under an Idempotency-Key is remembered for this long at most: its cause may be gone then. */
const REFUSAL_MS = 10 * 60_000;
/** The longest wait of one request. Proxies and clients often end requests after 60 seconds. */
const WAIT_SEC = 50;
/** A wait that ended earlier than this did not wait: the gateway is stopping, or the caller's key was revoked. */
const SHORT_WAIT_MS = 1000;

export interface Lookup {
  /** The correlation id of the question. The newest prompt with it and the same content is the same question. */
  readonly correlationId: string;
  /** The prompts whose answers other calls have taken. */
  readonly taken: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** A prompt that was found, with its record, or that was just asked. */
export interface Asked {
  readonly id: string;
  readonly record: PromptRecord | null;
}

/** Returns the open prompt of the same question, or its recent answer, or asks. Simultaneous calls share one prompt. */
export async function findOrAsk(
  caller: Caller,
  question: NewQuestion,
  { correlationId, taken, signal }: Lookup,
): Promise<Asked> {
  const { call, clock } = caller;
  const query = { correlation_id: correlationId, state: 'all', limit: '20' } as const;
  const prompts: ReplyOf<typeof listPrompts> = await retrying(caller, () => call(listPrompts, { query }), { signal });
  const newest = prompts.find((prompt) => caller.owns(prompt) && isSame(prompt, question));
  const isAnswer = newest && isFresh(newest, clock.now()) && !taken.has(newest.id);
  if (newest && (newest.state === 'pending' || isAnswer)) return { id: newest.id, record: newest };

  const body = { ...question, correlation_id: correlationId };
  const period = Math.floor(clock.now() / REFUSAL_MS);
  const headers = { 'idempotency-key': digest([caller.id, body, newest?.prompt_num ?? 0, period]) };
  const { prompt_id } = await retrying(caller, () => call(createPrompt, { body }, { headers }), { signal });
  return { id: prompt_id, record: null };
}

/** The id alone does not make a prompt the same question: the key can be used to ask another question with that id. */
function isSame(prompt: PromptRecord, question: NewQuestion): boolean {
  const { channel_id } = question;
  // A rule can have made the time shorter.
  const within = prompt.rule ? question.consume_within_sec : prompt.consume_within_sec;
  const asked = contentOf({ ...prompt, consume_within_sec: within ?? null });
  return (channel_id == null || channel_id === prompt.channel_id) && asked === contentOf(question);
}

/** What people see of a question, who may answer it, and what the answer lets run. */
export function contentOf(question: NewQuestion | PromptRecord): string {
  const { text, options, allow_text, action, decisions, labels, approvers } = question;
  const { approving_options: approving = null, consume_within_sec: within = null } = question;
  const { name, args, summary, risk } = action ?? {};
  return canonical([
    text,
    options ?? [],
    allow_text ?? false,
    action ? [name, args ?? null, summary ?? null, risk ?? null] : null,
    decisions ?? null,
    labels ?? null,
    approvers ?? null,
    // Left out where there is none: the ids of such questions stay as they were.
    ...(approving === null && within === null ? [] : [[approving, within]]),
  ]);
}

/** Hands out the answer of a prompt once. False: another call has taken it. */
export async function takeOnce(caller: Caller, { prompt_num }: PromptRecord, signal: AbortSignal): Promise<boolean> {
  const params = { id: String(prompt_num) };
  return await succeeds(retrying(caller, () => caller.call(takeAnswer, { params }), { signal }));
}

/** Whether the decision of a prompt lets its action run. */
export function isApproval({ action, decision }: PromptRecord): boolean {
  return action != null && (decision?.value === 'approve' || decision?.value === 'edit');
}

/** Uses the approval of a prompt. The same key uses it again. False: another key has used it, it has lapsed, or it was taken back. */
export async function useApproval(
  caller: Caller,
  { prompt_num, action, decision }: PromptRecord,
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const digest = decision?.action_digest ?? null;
  // An action without arguments has no digest in its answer.
  const body = digest === null ? { action: { name: action?.name ?? '' } } : { action_digest: digest };
  const input = { params: { id: String(prompt_num) }, body };
  const headers = { 'idempotency-key': key };
  return await succeeds(retrying(caller, () => caller.call(consumeApproval, input, { headers }), { signal }));
}

/** False: the gateway refuses the request for good because of what happened before. */
async function succeeds(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof GatewayError && error.status === 409 && !error.retryable) return false;
    throw error;
  }
}

function isFresh({ answered_at }: PromptRecord, now: number): boolean {
  return answered_at !== null && now - Date.parse(answered_at) < ANSWER_IS_FRESH_MS;
}

/** Waits until a prompt is no longer pending, `until`, `signal` or the stop of the process. A restart of the gateway is waited out. */
export async function waitForEnd(
  caller: Caller,
  id: string,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<PromptRecord> {
  const { call, clock, isStopping } = caller;
  for (;;) {
    const startedAt = clock.now();
    const left = Math.max(0, Math.min(WAIT_SEC, Math.ceil((until - startedAt) / 1000)));
    const input = { params: { id }, query: { wait: String(left) } };
    const prompt = await retrying(caller, () => call(getPrompt, input, { signal }), { signal, until });
    if (prompt.state !== 'pending' || signal.aborted || isStopping() || clock.now() >= until) return prompt;
    if (clock.now() - startedAt < SHORT_WAIT_MS) await pause(clock, SHORT_WAIT_MS, signal);
  }
}

/** A hash of a JSON value, in which the order of fields makes no difference. */
export function digest(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 40);
}

/** JSON with sorted fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
