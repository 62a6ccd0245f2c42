import type { Message, NewPrompt, Prompt, PromptCreated, PromptPost, StreamEvent } from '../generated/contract.js';
import { outcomeOf, type DecisionValue } from '../answers.js';
import { answerTo, readAnswer, type Answers, type GivenAnswer } from './answers.js';
import type { ManualClock } from './clock.js';
import { actionDigest, canonicalJson } from './digest.js';
import { copyOf, createdReply, isRich, newRecord, postOf, timeOf } from './records.js';
import { refusal, refusedField, testMistake } from './refusal.js';

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** A question of the fake gateway. */
export interface Asked {
  readonly record: Mutable<Prompt>;
  /** What another question must have in common to be answered by this one; null: nothing is. */
  readonly sameAs: string | null;
  /** Until when the approval can be used, in milliseconds since 1970. Null: without limit. */
  usableUntil: number | null;
  /** When it was closed without an answer, as a time of the API. Null: it was not. */
  endedAt: string | null;
}

export type StateEvent = Exclude<StreamEvent['type'], 'heartbeat' | 'stream.gap'>;

export interface StateOptions {
  readonly clock: ManualClock;
  readonly answers: Answers;
  /** Null: every id is a channel of any type. */
  readonly channels: Readonly<Record<string, 'PROMPT' | 'MESSAGE'>> | null;
  readonly defaultChannel: string | null;
}

/** The questions and messages of a fake gateway. */
export class State {
  readonly prompts: Asked[] = [];
  readonly messages: Message[] = [];
  readonly #options: StateOptions;
  readonly #listeners = new Set<(type: StateEvent, record: Prompt | Message) => void>();
  #posted = 0;

  constructor(options: StateOptions) {
    this.#options = options;
  }

  get clock(): ManualClock {
    return this.#options.clock;
  }

  /** Calls the function with every event. Returns a function that ends this. */
  listen(listener: (type: StateEvent, record: Prompt | Message) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  changed(type: StateEvent, record: Prompt | Message): void {
    for (const listener of this.#listeners) listener(type, record);
  }

  time(ms = this.clock.now()): string {
    return timeOf(ms);
  }

  messageId(): string {
    this.#posted += 1;
    return String(this.#posted);
  }

  /** Throws a `Refusal` unless the channel exists and has this type. */
  checkChannel(channelId: string, type: 'PROMPT' | 'MESSAGE', unknownStatus: 400 | 404): void {
    const { channels } = this.#options;
    const found = channels === null ? type : Object.hasOwn(channels, channelId) ? channels[channelId] : undefined;
    const unknown = `There is no channel "${channelId}": register it with POST /v1/channels/new.`;
    if (found === undefined && unknownStatus === 404) throw refusal(404, 'channel_not_found', unknown);
    if (found === undefined) throw refusedField('channel_id', 'channel_not_found', unknown);
    const advice =
      type === 'PROMPT'
        ? 'is of type MESSAGE: prompts need a channel of type PROMPT.'
        : 'is of type PROMPT: ask with POST /v1/prompts/new, or use a channel of type MESSAGE.';
    if (found !== type) throw refusedField('channel_id', 'channel_wrong_type', `Channel "${channelId}" ${advice}`);
  }

  /** Asks a question, and answers it as the test says. */
  async ask(body: NewPrompt): Promise<PromptCreated> {
    const named = [...new Set([...(body.channel_id ? [body.channel_id] : []), ...(body.channels ?? [])])];
    const channelIds = named.length > 0 ? named : [this.#options.defaultChannel].filter((id) => id !== null);
    const [channelId] = channelIds;
    if (channelId === undefined)
      throw refusedField(
        'channel_id',
        'validation',
        'Give a channel_id, or set DEFAULT_PROMPT_CHANNEL_ID on the gateway.',
      );
    for (const id of channelIds) this.checkChannel(id, 'PROMPT', 400);
    const digest = body.action ? await actionDigest(body.action.name, body.action.args ?? null) : null;
    const sameAs = digest && canonicalJson([digest, channelIds, ...comparedFields.map((name) => body[name] ?? null)]);
    const pending =
      body.collapse && this.prompts.find((each) => each.sameAs === sameAs && each.record.state === 'pending');
    if (pending) return createdReply(pending.record, true);
    const posts = channelIds.map((id) => postOf(id, this.messageId(), body.action != null)) as [PromptPost];
    const record: Mutable<Prompt> = newRecord(this.prompts.length + 1, body, posts, digest, this.clock.now());
    const asked: Asked = { record, sameAs, usableUntil: null, endedAt: null };
    this.prompts.push(asked);
    const reply = createdReply(record, false);
    const { expires_at } = record;
    if (expires_at !== null)
      this.clock.after(Date.parse(expires_at) - this.clock.now(), () => {
        if (record.state === 'pending') this.expire(asked, 'ttl');
      });
    this.changed('prompt.created', record);
    const given = answerTo(this.#options.answers, copyOf(record));
    if (given !== undefined) await this.answer(asked, given);
    return reply;
  }

  /** Throws an error that ends the test when no person could give this answer. */
  async answer(asked: Asked, given: GivenAnswer): Promise<void> {
    const { record } = asked;
    if (typeof given === 'object' && 'expired' in given) return this.expire(asked, given.expired);
    const answer = readAnswer(record, given);
    const { type, value, by, args, reason, text } = answer;
    const edited = value === 'edit' && record.action && args ? await actionDigest(record.action.name, args) : null;
    if (record.state !== 'pending')
      throw testMistake(`${record.id} is ${outcomeOf(record).status} already: a question takes one answer.`);
    Object.assign(record, {
      answered_at: this.time(),
      answered_by_id: by.id,
      answered_by_username: by.username,
      answer_type: type,
      answer: value,
      ...(record.allow_attachments && { answer_attachments: [] }),
      ...(isRich(record) && { decided_by: 'person' }),
      ...(type === 'decision' && {
        decision: {
          type,
          value: value as DecisionValue,
          reason,
          args,
          text,
          ...(record.action && { action_digest: args === null ? null : (edited ?? record.action_digest ?? null) }),
        },
      }),
    } satisfies Partial<Prompt>);
    const { consume_within_sec: within } = record;
    if (within != null) asked.usableUntil = this.clock.now() + within * 1000;
    this.#close(record, 'answered');
  }

  /** Closes a question without an answer, as if its time were over. */
  expire(asked: Asked, reason: 'ttl' | 'cancelled' | 'undeliverable'): void {
    const { record } = asked;
    if (record.state !== 'pending') throw testMistake(`${record.id} is ${record.state} already.`);
    const now = this.clock.now();
    if (reason === 'ttl' && (record.expires_at === null || Date.parse(record.expires_at) > now))
      record.expires_at = this.time(now);
    record.closed_reason = reason;
    asked.endedAt = this.time(now);
    if (reason === 'undeliverable') {
      record.closed_detail = 'The test says that the question did not arrive.';
      record.delivery_state = 'failed';
    }
    this.#close(record, 'expired');
  }

  #close(record: Mutable<Prompt>, state: 'answered' | 'expired'): void {
    record.state = state;
    if (record.posts) record.posts = record.posts.map((post) => ({ ...post, closed_at: this.time() }));
    this.changed(state === 'answered' ? 'prompt.answered' : 'prompt.expired', record);
  }
}

const comparedFields = [
  'callback_url',
  'correlation_id',
  'requested_by',
  'approvers',
  'policy',
  'decisions',
  'options',
  'approving_options',
] as const satisfies (keyof NewPrompt)[];
