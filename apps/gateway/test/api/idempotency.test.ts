import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  manualClock as simulatedClock,
  type TelegramSimulator,
  type TelegramSimulatorOptions,
} from '@gateway/simulators/telegram';
import { manualClock } from '../harness/clock.js';
import { onEveryEngineInBothTiers, onPostgres, type Engine } from '../harness/engines.js';
import {
  registerChannel,
  startTelegram,
  startTestGateway,
  type GatewayOptions,
  type TestGateway,
} from '../harness/gateway.js';
import { until } from '../harness/until.js';

const question = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes', 'No'] };

interface Options extends Pick<GatewayOptions, 'clock'> {
  readonly env?: Record<string, string>;
  readonly simulator?: TelegramSimulatorOptions;
}

async function setUp(engine: Engine, { env: more, simulator, ...options }: Options = {}) {
  const { telegram, env: platform } = await startTelegram(simulator);
  const env = { ...(await engine.empty()), ...platform, ...more };
  const gateway = await startTestGateway({ env, ...options });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  return { telegram, env, gateway, ada, posted: () => telegram.messages({ chat: ada }).length };
}

function ask(gateway: TestGateway, key: string, body: unknown = question) {
  return gateway.request('POST', '/v1/prompts/new', { body, headers: { 'idempotency-key': key } });
}

describe('an Idempotency-Key', () => {
  onEveryEngineInBothTiers((engine) => {
    it('returns the first response to repeats with an equal body, and posts once', async () => {
      const { gateway, posted } = await setUp(engine);
      const first = await ask(gateway, 'order-7');
      expect(first).toMatchObject({ status: 200, json: { prompt_id: '#1', channel_id: 'approvals' } });
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      for (const body of [
        question,
        { options: ['Yes', 'No'], allow_text: false, ttl_sec: 3600, text: 'Ship it?', channel_id: 'approvals' },
      ]) {
        const repeat = await ask(gateway, 'order-7', body);
        expect(repeat).toMatchObject({ status: 200, text: first.text });
        expect(repeat.headers.get('idempotent-replayed')).toBe('true');
      }
      expect(posted()).toBe(1);
      expect((await ask(gateway, 'order-8')).json.prompt_id).toBe('#2');
    });

    it('posts once for fifty concurrent requests and answers the others 200 or 409', async () => {
      const { gateway, posted } = await setUp(engine);
      const replies = await Promise.all(Array.from({ length: 50 }, () => ask(gateway, 'order-7')));
      expect(posted()).toBe(1);
      const done = replies.filter(({ status }) => status === 200);
      const waiting = replies.filter(({ status, headers }) => status === 409 && headers.get('retry-after') === '1');
      expect(done.length).toBeGreaterThan(0);
      expect(done.length + waiting.length).toBe(50);
      expect(new Set(done.map(({ text }) => text)).size).toBe(1);
      expect(done.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
      expect((await ask(gateway, 'order-7')).text).toBe(done[0]?.text);
      expect((await gateway.request('GET', '/v1/prompts')).json).toHaveLength(1);
    });

    it('with another body or route answers 422', async () => {
      const { gateway, posted } = await setUp(engine);
      await ask(gateway, 'order-7');
      expect((await ask(gateway, 'order-7', { ...question, text: 'Ship that?' })).status).toBe(422);
      const send = { body: { channel_id: 'approvals', text: 'Ship it?' }, headers: { 'idempotency-key': 'order-7' } };
      expect((await gateway.request('POST', '/v1/messages/send', send)).status).toBe(422);
      expect(posted()).toBe(1);
    });

    it('answers 409 while the first request is running', async () => {
      const [clock, platformClock] = [manualClock(), simulatedClock()];
      const { gateway, telegram, posted } = await setUp(engine, { clock, simulator: { clock: platformClock } });
      const reached = hold(telegram);
      const first = ask(gateway, 'order-7');
      await until(reached);
      for (let seconds = 0; seconds < 30; seconds += 1) {
        const repeat = await ask(gateway, 'order-7');
        expect([repeat.status, repeat.headers.get('retry-after')]).toEqual([409, '1']);
        clock.advance(1000);
      }
      platformClock.advance(1000);
      expect((await first).status).toBe(200);
      expect((await ask(gateway, 'order-7')).text).toBe((await first).text);
      expect(posted()).toBe(1);
    });

    it('can be reused after a rejected body or an unknown channel', async () => {
      const { gateway, telegram, ada, posted } = await setUp(engine);
      const later = { ...question, channel_id: 'later' };
      expect((await ask(gateway, 'order-7', { ...later, text: '' })).status).toBe(400);
      for (let again = 0; again < 2; again += 1) {
        const refused = await ask(gateway, 'order-7', later);
        expect([refused.status, refused.headers.get('idempotent-replayed')]).toEqual([400, null]);
      }
      await registerChannel(gateway, telegram, { id: 'later', chat: ada });
      expect((await ask(gateway, 'order-7', later)).status).toBe(200);
      expect(posted()).toBe(1);
    });

    it('keeps a permanent refusal by the platform', async () => {
      const { gateway, telegram, posted } = await setUp(engine);
      telegram.failNext('sendMessage', { error: { code: 403, description: 'Forbidden: bot was blocked by the user' } });
      const refused = await ask(gateway, 'order-7');
      expect(refused.status).toBe(400);
      const repeat = await ask(gateway, 'order-7');
      expect(repeat).toMatchObject({ status: 400, text: refused.text });
      expect(repeat.headers.get('idempotent-replayed')).toBe('true');
      expect(posted()).toBe(0);
    });

    it('expires after 24 hours', async () => {
      const clock = manualClock();
      const { gateway } = await setUp(engine, { clock });
      expect((await ask(gateway, 'order-7')).json.prompt_id).toBe('#1');
      clock.advance(86_399_000);
      expect((await ask(gateway, 'order-7')).json.prompt_id).toBe('#1');
      clock.advance(1000);
      expect((await ask(gateway, 'order-7')).json.prompt_id).toBe('#2');
    });

    it('belongs to one API key', async () => {
      const admin = 'a key for tests, long enough';
      const { gateway, posted } = await setUp(engine, { env: { USE_AUTH: 'true', GATEWAY_API_KEY: admin } });
      const { json } = await gateway.request('POST', '/v1/keys/new', { body: { name: 'other', preset: 'agent' } });
      const asked = (apiKey: string) =>
        gateway.request('POST', '/v1/prompts/new', {
          body: question,
          headers: { 'idempotency-key': 'order-7', 'x-api-key': apiKey },
        });
      expect((await asked(admin)).json.prompt_id).toBe('#1');
      expect((await asked(json.key)).json.prompt_id).toBe('#2');
      expect((await asked(admin)).json.prompt_id).toBe('#1');
      expect(posted()).toBe(2);
    });

    it('must have 1 to 255 visible ASCII characters', async () => {
      const { gateway, posted } = await setUp(engine);
      for (const key of ['', 'a b', 'ü', 'k'.repeat(256)])
        expect([key, (await ask(gateway, key)).status]).toEqual([key, 400]);
      expect(posted()).toBe(0);
      for (const key of ['!', '~', 'k'.repeat(255)])
        expect([key, (await ask(gateway, key)).status]).toEqual([key, 200]);
    });

    it('covers the content of an uploaded file', async () => {
      const { gateway, posted } = await setUp(engine);
      const upload = (content: string) => {
        const form = new FormData();
        form.set('channel_id', 'approvals');
        form.set('text', 'Is this right?');
        form.set('file', new Blob([content], { type: 'text/plain' }), 'plan.txt');
        return ask(gateway, 'order-7', form);
      };
      const first = await upload('the plan');
      expect(first.status).toBe(200);
      expect(await upload('the plan')).toMatchObject({ status: 200, text: first.text });
      expect((await upload('another')).status).toBe(422);
      expect(posted()).toBe(1);
    });

    it('under zero retention stores no text and still returns the full response', async () => {
      const { gateway, telegram, ada, env } = await setUp(engine);
      await registerChannel(gateway, telegram, {
        id: 'chat',
        chat: ada,
        type: 'MESSAGE',
        callbackUrl: 'http://127.0.0.1:9/',
      });
      await gateway.request('PATCH', '/v1/settings', { body: { messages_outbound_zero_retention: true } });
      const text = 'a text that is not stored';
      const send = () =>
        gateway.request('POST', '/v1/messages/send', {
          body: { channel_id: 'chat', text },
          headers: { 'idempotency-key': 'greeting' },
        });
      const first = await send();
      expect(first).toMatchObject({ status: 201, json: { stored: false, text, status: 'sent' } });
      const repeat = await send();
      expect(repeat).toMatchObject({ status: 201, text: first.text });
      expect(repeat.headers.get('idempotent-replayed')).toBe('true');
      expect(telegram.messages({ chat: ada }).filter((message) => message.text === text)).toHaveLength(1);
      expect(await rememberedBy(env)).toContain('platform_message_id');
      expect(await rememberedBy(env)).not.toContain(text);
    });
  });

  onPostgres((engine) => {
    it('is shared by all instances', async () => {
      const { gateway, env, posted } = await setUp(engine);
      const gateways = [gateway, await startTestGateway({ env })];
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, index) => ask(gateways[index % 2] as TestGateway, 'order-7')),
      );
      expect(posted()).toBe(1);
      expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const repeats = await Promise.all(gateways.map((one) => ask(one, 'order-7')));
      expect(repeats.map(({ status, json }) => [status, json.prompt_id])).toEqual([
        [200, '#1'],
        [200, '#1'],
      ]);
    });
  });
});

/** Delays the next message until the platform's clock advances by a second. Returns a function that says whether it arrived. */
function hold(telegram: TelegramSimulator): () => boolean {
  let held = false;
  telegram.failNext('sendMessage', { delayMs: 1000, when: () => (held = true) });
  return () => held;
}

/** The content of the database: all SQLite files, or the table of idempotent requests on PostgreSQL. */
async function rememberedBy(env: Record<string, string>): Promise<string> {
  if (env.DATABASE_URL !== undefined) {
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    const { rows } = await client.query('SELECT * FROM idempotent_request');
    await client.end();
    return JSON.stringify(rows);
  }
  const folder = env.DATA_DIR ?? '';
  const files = (await readdir(folder)).filter((name) => name.startsWith('gateway.db'));
  return (await Promise.all(files.map((name) => readFile(path.join(folder, name), 'latin1')))).join('\n');
}
