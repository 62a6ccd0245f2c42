import type {
  Connection,
  ConnectionContext,
  DeliverEvents,
  InboundEvent,
  Outcome,
  Question,
  StreamControl,
  WebhookRequest,
} from '@gateway/platform-kit';
import { expect } from 'vitest';
import telegram from '../src/index.js';

export const ignored: Outcome = { result: 'ignored', notice: null, closedText: null };
export const answered: Outcome = { result: 'answered', notice: 'You answered Yes.', closedText: 'Closed.' };

export interface Harness {
  connection: Connection;
  /** What was delivered, call by call, also when the call was told to fail. */
  batches: (readonly InboundEvent[])[];
  log: string[];
  /** Takes the place of storing; set it to make deliveries slow, fail, or end otherwise. */
  deliver: DeliverEvents;
}

export interface Setup {
  token: string;
  api?: string;
  webhookUrl?: string;
  fetch?: typeof fetch;
}

/** A connection made through the manifest, with a context that remembers. */
export async function connect({ token, api, webhookUrl, fetch: given }: Setup): Promise<Harness> {
  const batches: (readonly InboundEvent[])[] = [];
  const log: string[] = [];
  const line =
    (level: string) =>
    (message: string, fields: Record<string, unknown> = {}) =>
      void log.push(`${level} ${message} ${JSON.stringify(fields)}`);
  const context: ConnectionContext<{ bot_token: string }> = {
    credentials: telegram.credentials.parse({ bot_token: token }),
    endpoints: { api: api ?? telegram.endpoints['api']!.default },
    webhookUrl: webhookUrl ?? null,
    deliver: async (events) => {
      batches.push(events);
      return harness.deliver(events);
    },
    state: { get: async () => null, set: async () => {} },
    log: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    now: () => Date.now(),
    fetch: given ?? fetch,
  };
  const harness: Harness = {
    connection: await telegram.connect(context),
    batches,
    log,
    deliver: async (events) => events.map(() => ignored),
  };
  return harness;
}

/** Every event delivered so far. */
export function events({ batches }: Harness): InboundEvent[] {
  return batches.flat();
}

export interface RunningStream {
  /** What the stream reported, in order: 'up', or the reason of 'down'. */
  reports: string[];
  /** Ends the stream and resolves with how long that took, in milliseconds. */
  stop(): Promise<number>;
}

export function startStream({ connection }: Harness): RunningStream {
  const reports: string[] = [];
  const abort = new AbortController();
  const control: StreamControl = {
    signal: abort.signal,
    onUp: () => void reports.push('up'),
    onDown: (reason) => void reports.push(reason),
  };
  const ended = connection.start!(control);
  return {
    reports,
    async stop() {
      const before = performance.now();
      abort.abort();
      await ended;
      return performance.now() - before;
    },
  };
}

export const question = (fields: Partial<Question> & Pick<Question, 'target'>): Question => ({
  texts: ['Deploy?'],
  buttons: [
    { label: 'Yes', token: 'p1.0.abcdef' },
    { label: 'No', token: 'p1.1.abcdef' },
  ],
  media: null,
  ...fields,
});

export function webhookRequest(body: unknown, secret: string | undefined): WebhookRequest {
  return {
    method: 'POST',
    url: 'https://gateway.example/webhooks/default/telegram/ops',
    query: {},
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
    body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
  };
}

/** A Bot API that is only a script: answers by method, remembers every call. */
export function scriptedApi(answers: Record<string, (payload: Record<string, unknown>) => unknown>) {
  const calls: { url: string; method: string; payload: Record<string, unknown> }[] = [];
  const scripted: typeof fetch = async (input, init) => {
    const url = input as string;
    const method = url.slice(url.lastIndexOf('/') + 1);
    const payload = JSON.parse(init?.body as string) as Record<string, unknown>;
    calls.push({ url, method, payload });
    const answer = await answers[method]?.(payload);
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer;
    return Response.json({ ok: true, result: answer ?? true });
  };
  return { answers, calls, fetch: scripted };
}

/** An answer that refuses, as the Bot API words it. */
export function refusal(error_code: number, description: string, parameters?: object): Response {
  return Response.json({ ok: false, error_code, description, parameters }, { status: error_code });
}

/** Fails when a secret shows anywhere in what an error or a log carries, nested causes included. */
export function expectNoSecret(value: unknown, secret: string): void {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  const collect = (part: unknown): void => {
    if (typeof part === 'string') texts.push(part);
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    for (const key of Reflect.ownKeys(part)) collect((part as Record<PropertyKey, unknown>)[key]);
  };
  collect(value);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.includes(secret))).toEqual([]);
}
