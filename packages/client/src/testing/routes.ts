import type {
  BatchCreated,
  NewConsume,
  NewMessage,
  NewPrompt,
  NewPromptNote,
  PromptCreated,
} from '../generated/contract.js';
import { addNote, cancel, consume, consumedReply, digestOfUse, send } from './changes.js';
import { issuesOfBatch, issuesOfConsume, issuesOfMessage, issuesOfNote, issuesOfPrompt } from './checks.js';
import { canonicalJson, sha256 } from './digest.js';
import { EventStreams } from './event-stream.js';
import { invalid, refusal, Refusal, testMistake, type Issue } from './refusal.js';
import { IdempotentReplies, readCall, saidIn, type FakeCall, type Outcome } from './requests.js';
import type { Asked, State } from './state.js';

const LONGEST_WAIT_SEC = 60;

interface NewBatch {
  readonly prompts: readonly unknown[];
  readonly idempotency_keys?: readonly string[];
}

/** Answers the requests of a client in this process. */
export class Routes {
  readonly calls: FakeCall[] = [];
  readonly #state: State;
  readonly #replies = new IdempotentReplies();
  readonly #events: EventStreams;
  /** Changes take effect one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(state: State) {
    this.#state = state;
    this.#events = new EventStreams(state);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const reply = this.#reply(request);
    // Digests are computed beside the event loop.
    if (request.method !== 'GET') this.#state.clock.holdFor(reply);
    return await reply;
  };

  async #reply(request: Request): Promise<Response> {
    const { signal } = request;
    try {
      const { call, sent } = await readCall(request);
      this.calls.push(call);
      if (call.method === 'GET' && call.path === '/v1/events')
        return this.#events.open(call.query, call.lastEventId, signal);
      const { status, body } = await (call.method === 'GET' ? this.#read(call, signal) : this.#inTurn(call, sent));
      return jsonReply(status, body);
    } catch (error) {
      signal.throwIfAborted();
      const { status, body } = error instanceof Refusal ? error : testMistake(String(error));
      return jsonReply(status, body);
    }
  }

  async #read(call: FakeCall, signal: AbortSignal): Promise<Outcome> {
    const id = promptPath.exec(call.path);
    if (id && id[2] === undefined) {
      const asked = this.#find(id[1] ?? '');
      await this.#wait(asked, waitOf(call.query), signal);
      return { status: 200, body: asked.record };
    }
    if (call.path === '/v1/prompts') return { status: 200, body: this.#listed(call) };
    if (call.path === '/v1/messages' && Object.keys(call.query).every((name) => name === 'channel_id')) {
      const { channel_id } = call.query;
      const listed = this.#state.messages.filter((each) => channel_id === undefined || each.channel_id === channel_id);
      return { status: 200, body: listed.toReversed() };
    }
    throw notFaked(call);
  }

  async #inTurn(call: FakeCall, sent: unknown): Promise<Outcome> {
    const change = this.#turn.then(() => this.#change(call, sent));
    this.#turn = change.catch(() => {});
    return await change;
  }

  async #change(call: FakeCall, sent: unknown): Promise<Outcome> {
    if (call.method !== 'POST') throw notFaked(call);
    const { idempotencyKey: key } = call;
    if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key)) {
      const detail = 'Idempotency-Key must be 1 to 255 visible ASCII characters without spaces, such as a UUID.';
      throw refusal(400, 'validation', detail);
    }
    if (call.path === '/v1/prompts/new') return { status: 200, body: await this.#ask(sent, key) };
    if (call.path === '/v1/prompts/batch') return await this.#askAll(sent, key);
    if (call.path === '/v1/messages/send') {
      check(issuesOfMessage(sent));
      return await this.#once(key, [call.path, saidIn(sent)], 201, () => send(this.#state, sent as NewMessage));
    }
    const [, id = '', route] = promptPath.exec(call.path) ?? [];
    const change = [call.path, saidIn(sent)];
    switch (route) {
      case 'cancel':
        return { status: 200, body: cancel(this.#state, this.#find(id)) };
      case 'notes':
        check(issuesOfNote(sent));
        return await this.#once(key, change, 201, () => addNote(this.#state, this.#find(id), sent as NewPromptNote));
      case 'consume': {
        check(issuesOfConsume(sent));
        const digest = await digestOfUse(sent as NewConsume);
        const use = () => consume(this.#state, this.#find(id), digest);
        return await this.#once(key, change, 200, use, () => consumedReply(this.#find(id).record, true));
      }
      default:
        throw notFaked(call);
    }
  }

  async #ask(body: unknown, key: string | null): Promise<PromptCreated> {
    check(issuesOfPrompt(body));
    const asked = await this.#once(key, ['ask', saidIn(body)], 200, () => this.#state.ask(body as NewPrompt));
    return asked.body as PromptCreated;
  }

  async #askAll(sent: unknown, key: string | null): Promise<Outcome> {
    check(issuesOfBatch(sent));
    const id = key === null ? crypto.randomUUID() : (await sha256(key)).slice(0, 22);
    return await this.#once(key, ['batch', sent], 200, async (): Promise<BatchCreated> => {
      const results: BatchCreated['results'][number][] = [];
      const { prompts, idempotency_keys: keys } = sent as NewBatch;
      for (const [index, prompt] of prompts.entries())
        results.push(await this.#ask(prompt, keys?.[index] ?? (key && `batch:${id}:${index}`)).catch(bodyOfRefusal));
      return { batch_id: id, results };
    });
  }

  /** Does the work once for each key. `repeat` makes the reply to a repeated request. Default: the first reply. */
  async #once(
    key: string | null,
    request: unknown,
    status: number,
    work: () => unknown,
    repeat?: () => unknown,
  ): Promise<Outcome> {
    const { clock } = this.#state;
    const fingerprint = canonicalJson(request);
    const found = this.#replies.find(key, fingerprint, clock.now());
    if (found) return repeat ? { status, body: repeat() } : found;
    const outcome = { status, body: await work() };
    this.#replies.keep(key, fingerprint, outcome, clock.now());
    return outcome;
  }

  #find(id: string): Asked {
    const decoded = decodeURIComponent(id);
    const num = /^#?([1-9]\d{0,8})$/.exec(decoded)?.[1];
    const asked = this.#state.prompts[Number(num ?? 0) - 1];
    if (asked) return asked;
    const form = num === undefined ? ': the id #12 is written 12 or %2312 in an address' : '';
    throw refusal(404, 'not_found', `There is no prompt ${JSON.stringify(decoded)}${form}.`);
  }

  #listed({ query, ...call }: FakeCall): unknown[] {
    const { state = 'pending', correlation_id, channel_id, limit = '50', ...others } = query;
    if (Object.keys(others).length > 0) throw notFaked({ ...call, query });
    return this.#state.prompts
      .map(({ record }) => record)
      .filter(
        (record) =>
          (state === 'all' || record.state === state) &&
          (correlation_id === undefined || record.correlation_id === correlation_id) &&
          (channel_id === undefined || record.channel_id === channel_id),
      )
      .toReversed()
      .slice(0, Number(limit));
  }

  /** Resolves when the question is closed, or after this time. */
  async #wait({ record }: Asked, seconds: number, signal: AbortSignal): Promise<void> {
    if (record.state !== 'pending' || seconds === 0) return;
    await new Promise<void>((resolve, reject) => {
      const ends = [
        this.#state.clock.after(seconds * 1000, () => end(resolve)),
        this.#state.listen(() => record.state !== 'pending' && end(resolve)),
        () => signal.removeEventListener('abort', abort),
      ];
      const end = (then: () => void) => {
        for (const each of ends) each();
        then();
      };
      const abort = () => end(() => reject(signal.reason as Error));
      signal.addEventListener('abort', abort);
    });
  }
}

const promptPath = /^\/v1\/prompts\/([^/]+)(?:\/([a-z]+))?$/;

function check(issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalid(issues);
}

function waitOf({ wait = '0' }: FakeCall['query']): number {
  const seconds = /^\d{1,9}$/.test(wait) ? Number(wait) : NaN;
  const [message, code] = Number.isNaN(seconds)
    ? ['must be a whole number of seconds', 'invalid_format']
    : [`must be at most ${LONGEST_WAIT_SEC}`, 'too_big'];
  if (!(seconds <= LONGEST_WAIT_SEC)) throw invalid([{ path: ['wait'], message, code }], 'query');
  return seconds;
}

function bodyOfRefusal(error: unknown): BatchCreated['results'][number] {
  if (error instanceof Refusal && error.body.code !== null) return error.body as BatchCreated['results'][number];
  throw error;
}

function notFaked({ method, path, query }: Pick<FakeCall, 'method' | 'path' | 'query'>): Refusal {
  const search = new URLSearchParams(query).toString();
  const detail = `fakeGateway does not have ${method} ${path}${search && `?${search}`}: test this with a gateway.`;
  return refusal(501, null, detail);
}

function jsonReply(status: number, body: unknown): Response {
  const { retry_after_sec: seconds } = body as { readonly retry_after_sec?: number };
  const headers = {
    'content-type': 'application/json',
    'x-request-id': crypto.randomUUID(),
    ...(seconds !== undefined && { 'retry-after': String(seconds) }),
  };
  return new Response(JSON.stringify(body), { status, headers });
}
