import type { DeliveryReport, InboundEvent, OutboundMessage, Outcome, WebhookRequest } from '@gateway/platform-kit';
import { escapeBody, signBody } from '@gateway/simulators/messenger';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createWebhook, matching, type Inbound } from '../src/index.js';
import { EXAMPLE } from './example.js';

const SECRET = 'app-secret-for-tests';
const VERIFY = 'verify token for tests';
const WORDS = 'äöå 🙂 a/b <c> 100% @d "\\" \\/';

const delivered: DeliveryReport = { targets: ['ada'], message: { id: 'm1' }, state: 'delivered', problem: null };

/** A platform whose entries are the texts themselves; the text `!` is a press on a button, a number another account, true a delivered message. */
const readTexts = (entries: unknown): Inbound => ({
  events: matching(z.string(), entries).map((text, id) => eventOf(String(id), text)),
  reports: matching(z.literal(true), entries).map(() => delivered),
  otherAccounts: matching(z.number(), entries).map(String),
});

function failing(): never {
  throw new Error('The database is away.');
}

function eventOf(id: string, text: string): InboundEvent {
  const common = { id, targets: ['ada'], sender: { id: 'ada', username: null, name: null }, messageId: 'm1' } as const;
  if (text === '!') return { ...common, kind: 'press', token: 'p1.0' };
  return { ...common, kind: 'text', text, replyTo: null };
}

/** A webhook whose deliveries have the result of `decide`, or fail when it throws. */
function listen(decide: () => Outcome['result'] = () => 'ignored', send = async (): Promise<unknown> => undefined) {
  const [events, notices, reports, log] = [[], [], [], []] as [
    InboundEvent[],
    OutboundMessage[],
    DeliveryReport[],
    string[],
  ];
  const line = (message: string, fields: object = {}) => void log.push(`${message} ${JSON.stringify(fields)}`);
  const webhook = createWebhook(
    EXAMPLE,
    {
      credentials: { app_secret: SECRET, verify_token: VERIFY },
      endpoints: {},
      webhookUrl: null,
      deliver: async (batch) => {
        const result = decide();
        events.push(...batch);
        return batch.map(() => ({ result, notice: `It was ${result}.`, closedText: null }));
      },
      reportDeliveries: async (batch) => {
        decide();
        reports.push(...batch);
      },
      reportMoved: async () => {},
      state: { get: async () => null, set: async () => {} },
      log: { debug: line, info: line, warn: line, error: line },
      now: Date.now,
      fetch,
      connect: async () => Promise.reject(new Error('No socket is needed here.')),
    },
    {
      read: readTexts,
      send: async (message) => {
        notices.push(message);
        await send();
      },
    },
  );
  return { webhook, events, notices, reports, log };
}

const bodyOf = (...entry: unknown[]) => JSON.stringify({ object: 'example', entry });

function post(body: string, signature = signBody(SECRET, body)): WebhookRequest {
  const headers = { 'x-hub-signature-256': signature };
  return { method: 'POST', url: 'https://gateway.example/hook', query: {}, headers, body: Buffer.from(body) };
}

describe('Graph API webhook signature', () => {
  const json = bodyOf(WORDS);
  const unicodeOnly = json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

  it.each([
    ['UTF-8, signed as it is', json, signBody(SECRET, json)],
    ['ASCII, signed as it is', escapeBody(json), signBody(SECRET, escapeBody(json))],
    ['UTF-8, signed with unicode escapes', json, signBody(SECRET, unicodeOnly)],
    ['UTF-8, signed with every escape of Meta', json, signBody(SECRET, escapeBody(json))],
  ])('is accepted over %s', async (_name, sent, signature) => {
    const { webhook, events } = listen();
    expect(await webhook(post(sent, signature))).toEqual({ status: 200 });
    expect(events).toMatchObject([{ text: WORDS }]);
  });

  it.each([
    ['with another secret', signBody('another', json)],
    ['of another body', signBody(SECRET, `${json} `)],
    ['truncated', signBody(SECRET, json).slice(0, -1)],
    ['without its algorithm', signBody(SECRET, json).replace('sha256=', '')],
    ['with an older algorithm', signBody(SECRET, json).replace('sha256', 'sha1')],
    ['empty', ''],
  ])('is rejected before the body is parsed: %s', async (_name, signature) => {
    const { webhook, events } = listen();
    const reply = await webhook(post(json, signature));
    expect(reply).toEqual({ status: 401, body: { detail: expect.stringContaining('X-Hub-Signature-256') } });
    expect(JSON.stringify(reply)).not.toContain(SECRET);
    expect(events).toEqual([]);
  });
});

describe('Graph API webhook body', () => {
  it.each(['', '{', 'null', '[]', '7', '{}', '{"object":7}', '\u0000'])(
    '%j, which is not an event, is rejected with an explanation',
    async (sent) => {
      expect(await listen().webhook(post(sent))).toEqual({ status: 400, body: { detail: expect.any(String) } });
    },
  );

  it.each(['{"object":"another","entry":["hello"]}', '{"object":"example"}', '{"object":"example","entry":7}'])(
    '%j, which has no event for the platform, is acknowledged',
    async (sent) => {
      const { webhook, events } = listen();
      expect(await webhook(post(sent))).toEqual({ status: 200 });
      expect(events).toEqual([]);
    },
  );

  it('returns the other accounts of the request once each', async () => {
    expect(await listen().webhook(post(bodyOf(1, 'hello', 2, 1)))).toEqual({ status: 200, otherAccounts: ['1', '2'] });
  });

  it('is acknowledged only when its events are stored, on redelivery', async () => {
    const outcomes = [failing, () => 'forwarded' as const];
    const { webhook, events, log } = listen(() => outcomes.shift()!());
    expect(await webhook(post(bodyOf('hello')))).toMatchObject({ status: 503 });
    expect([events, log]).toEqual([[], [expect.stringContaining('Example will send them again')]]);
    expect(await webhook(post(bodyOf('hello')))).toEqual({ status: 200 });
    expect(events).toMatchObject([{ text: 'hello' }]);
  });

  it('is acknowledged only when its delivery reports are stored', async () => {
    const outcomes = [failing, () => 'ignored' as const];
    const { webhook, reports } = listen(() => outcomes.shift()!());
    expect(await webhook(post(bodyOf(true)))).toMatchObject({ status: 503 });
    expect(reports).toEqual([]);
    expect(await webhook(post(bodyOf(true)))).toEqual({ status: 200 });
    expect(reports).toEqual([delivered]);
  });
});

describe('Graph API refused press', () => {
  it('gets a message that replies to the question; an accepted press does not', async () => {
    const results: Outcome['result'][] = ['answered', 'duplicate', 'refused'];
    const { webhook, notices } = listen(() => results.shift()!);
    while (results.length > 0) expect(await webhook(post(bodyOf('!', 'hello')))).toEqual({ status: 200 });
    expect(notices).toEqual([{ target: 'ada', text: 'It was refused.', replyTo: 'm1' }]);
  });

  it('is acknowledged when the notice cannot be sent', async () => {
    const { webhook, log } = listen(
      () => 'refused',
      () => Promise.reject(new Error('a secret of the SDK')),
    );
    expect(await webhook(post(bodyOf('!')))).toEqual({ status: 200 });
    await expect.poll(() => log).toEqual([expect.stringMatching(/could not be sent.*The adapter failed/)]);
  });
});

describe('Graph API webhook challenge', () => {
  const ask = async (query: Record<string, string>) => await listen().webhook({ ...post(''), method: 'GET', query });
  const right = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': VERIFY };

  it('is returned for the right verify token', async () => {
    expect(await ask(right)).toEqual({ status: 200, body: '1158201444' });
  });

  it.each([
    ['a wrong token', { ...right, 'hub.verify_token': 'wrong' }],
    ['no token', { 'hub.mode': 'subscribe', 'hub.challenge': '1' }],
    ['another mode', { ...right, 'hub.mode': 'unsubscribe' }],
    ['no challenge', { 'hub.mode': 'subscribe', 'hub.verify_token': VERIFY }],
    ['no parameters', {}],
  ])('is rejected with %s', async (_name, query) => {
    expect(await ask(query)).toEqual({ status: 403, body: { detail: expect.stringContaining('verify token') } });
  });
});
