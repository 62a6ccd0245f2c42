import type { Args, Decision, DecisionValue, OptionAnswer, Outcome, TextAnswer } from './answers.js';
import {
  decisionPrompt,
  formOf,
  questionPrompt,
  type AskOptions,
  type ChoiceQuestion,
  type CreateOptions,
  type DecisionRequest,
  type Question,
} from './asking.js';
import { askAll, type AskAllOptions } from './asking-all.js';
import { checkOptions, send, type GatewayOptions, type GatewayRequest, type RequestOptions } from './connection.js';
import {
  handleMessages,
  readEvents,
  type EventOptions,
  type GatewayEvent,
  type MessageHandler,
  type MessageOptions,
} from './events.js';
import type {
  BatchCreated,
  ConsumedApproval,
  NewConsume,
  NewMessage,
  NewPrompt,
  NewPromptNote,
  Prompt,
  PromptCreated,
  PromptNote,
  SentMessage,
} from './generated/contract.js';
import { checkSeconds } from './timing.js';
import { promptNumber, waitForOutcome, type WaitOptions } from './waiting.js';

export interface SendOptions extends RequestOptions {
  /** The request takes effect once for each key, for 24 hours. Default: a random key, which makes the retries of this call safe. */
  readonly idempotencyKey?: string | undefined;
}

export interface BatchOptions extends SendOptions {
  /** One for each question: it is asked once for each key, alone or in any batch. Default: they follow from `idempotencyKey`. */
  readonly idempotencyKeys?: readonly string[] | undefined;
}

/** A client of one gateway. It opens no connection until it is used. */
export class Gateway {
  readonly #options: GatewayOptions;

  constructor(options: GatewayOptions) {
    checkOptions(options);
    this.#options = options;
  }

  /**
   * A client of the gateway that `GATEWAY_URL` names, with `GATEWAY_API_KEY` and `GATEWAY_CHANNEL` if they are set. `options` replace
   * them. Throws `TypeError` when `GATEWAY_URL` is not set. `env`: the variables, where there is no `process.env`, as in workers.
   */
  static fromEnv(
    options: Partial<GatewayOptions> = {},
    env: Readonly<Record<string, string | undefined>> = environment(),
  ): Gateway {
    const { GATEWAY_URL: named, GATEWAY_API_KEY: apiKey, GATEWAY_CHANNEL: channel } = env;
    const url = options.url ?? named ?? '';
    if (url === '')
      throw new TypeError('GATEWAY_URL is not set: the address of the gateway, such as http://localhost:8100.');
    return new Gateway({ apiKey: apiKey || undefined, channel: channel || undefined, ...options, url });
  }

  /** Asks a question and waits until it is answered or closed, or for `waitSec`. */
  askHuman<const Label extends string>(
    question: ChoiceQuestion<Label>,
    options?: AskOptions,
  ): Promise<Outcome<OptionAnswer<Label>>>;
  askHuman<const Label extends string>(
    question: Question<Label>,
    options?: AskOptions,
  ): Promise<Outcome<OptionAnswer<Label> | TextAnswer>>;
  async askHuman<const Label extends string>(
    question: Question<Label>,
    options: AskOptions = {},
  ): Promise<Outcome<OptionAnswer<Label> | TextAnswer>> {
    return (await this.#ask(questionPrompt(question), options)) as Outcome<OptionAnswer<Label> | TextAnswer>;
  }

  /** Asks for a decision about an action, such as a tool call, and waits like `askHuman`. */
  async decide<const Value extends DecisionValue = 'approve' | 'reject', A extends Args | null = null>(
    request: DecisionRequest<Value, A>,
    options: AskOptions = {},
  ): Promise<Outcome<Extract<Decision<A>, { readonly value: Value }>>> {
    return (await this.#ask(decisionPrompt(request), options)) as Outcome<
      Extract<Decision<A>, { readonly value: Value }>
    >;
  }

  /** Asks a question and returns at once. `waitForAnswer` or a callback has the answer. */
  async createPrompt(
    prompt: NewPrompt,
    { signal, idempotencyKey = crypto.randomUUID(), file }: CreateOptions = {},
  ): Promise<PromptCreated> {
    const body = { ...prompt, channel_id: prompt.channel_id ?? this.#options.channel };
    return await this.request({
      method: 'POST',
      path: '/v1/prompts/new',
      headers: { 'idempotency-key': idempotencyKey },
      body: file ? formOf(body, file) : body,
      signal,
    });
  }

  /**
   * Asks 1 to 20 questions in one request, and returns at once. The results are in the order of the questions: an error in place of one does
   * not stop the others. The same call with the same key asks only what was not asked.
   */
  async createBatch(
    prompts: readonly NewPrompt[],
    { signal, idempotencyKey = crypto.randomUUID(), idempotencyKeys }: BatchOptions = {},
  ): Promise<BatchCreated> {
    const { channel } = this.#options;
    return await this.request({
      method: 'POST',
      path: '/v1/prompts/batch',
      headers: { 'idempotency-key': idempotencyKey },
      body: {
        prompts: prompts.map((prompt) => ({ ...prompt, channel_id: prompt.channel_id ?? channel })),
        idempotency_keys: idempotencyKeys,
      },
      signal,
    });
  }

  /**
   * Asks several questions at once, and waits until each is answered or closed, or for `waitSec`. The results are in the order of the
   * questions: one that was refused is `rejected` in its place, and does not stop the others.
   */
  async askAll(prompts: readonly NewPrompt[], options: AskAllOptions = {}): Promise<PromiseSettledResult<Outcome>[]> {
    return await askAll(this, this.#options, prompts, options);
  }

  /** Waits for the answer to a question that was asked before, perhaps by another process. */
  async waitForAnswer(promptId: string, options: WaitOptions = {}): Promise<Outcome> {
    return await waitForOutcome(this.#options, promptId, options);
  }

  /** Closes an open question. Throws `GatewayError` with the code `prompt_not_pending` if it is closed already. */
  async cancelPrompt(promptId: string, { signal }: RequestOptions = {}): Promise<Prompt> {
    return await this.request({ method: 'POST', path: `/v1/prompts/${promptNumber(promptId)}/cancel`, signal });
  }

  /** Says under a question what becomes of it, also after it was closed: at most one note every 10 seconds. */
  async addNote(
    promptId: string,
    note: NewPromptNote,
    { signal, idempotencyKey = crypto.randomUUID() }: SendOptions = {},
  ): Promise<PromptNote> {
    return await this.request({
      method: 'POST',
      path: `/v1/prompts/${promptNumber(promptId)}/notes`,
      headers: { 'idempotency-key': idempotencyKey },
      body: note,
      signal,
    });
  }

  /**
   * Uses the approval of an action, once, right before the action runs: give the action, or the `action_digest` of the decision. Throws
   * `GatewayError` with the status 409 when the action must not run, such as with the code `already_consumed`. With a key of your own, run
   * the action only if `replayed` is false, or if you know that no one else has sent this key. Default: a random key.
   */
  async consume(
    promptId: string,
    approved: NewConsume,
    { signal, idempotencyKey = crypto.randomUUID() }: SendOptions = {},
  ): Promise<ConsumedApproval> {
    return await this.request({
      method: 'POST',
      path: `/v1/prompts/${promptNumber(promptId)}/consume`,
      headers: { 'idempotency-key': idempotencyKey },
      body: approved,
      signal,
    });
  }

  /** Sends a text to the chat of a MESSAGE channel. */
  async sendMessage(
    message: NewMessage,
    { signal, idempotencyKey = crypto.randomUUID() }: SendOptions = {},
  ): Promise<SentMessage> {
    return await this.request({
      method: 'POST',
      path: '/v1/messages/send',
      headers: { 'idempotency-key': idempotencyKey },
      body: message,
      signal,
    });
  }

  /** Calls the handler for each message that a person writes on a MESSAGE channel, until the signal aborts or the handler throws. */
  async onMessage(handler: MessageHandler, options: MessageOptions = {}): Promise<void> {
    await handleMessages(this.#options, handler, options);
  }

  /** Reads the gateway's events until the signal aborts. */
  events(options: EventOptions = {}): AsyncGenerator<GatewayEvent, void> {
    return readEvents(this.#options, options);
  }

  /** Sends any request to the API, with the same key, retries and errors. */
  async request<Reply>(request: GatewayRequest): Promise<Reply> {
    return await send<Reply>(this.#options, request);
  }

  async #ask(prompt: NewPrompt, options: AskOptions): Promise<Outcome> {
    // Before the question is in the chat: a call that fails after that would be repeated with another question.
    checkSeconds('waitSec', options.waitSec);
    const created = await this.createPrompt(prompt, options);
    await options.onCreated?.(created);
    const { prompt_id: promptId } = created;
    return await waitForOutcome(this.#options, promptId, options, { status: 'pending', promptId });
  }
}

function environment(): Readonly<Record<string, string | undefined>> {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string>> } };
  return process?.env ?? {};
}
