import { describe, expect, it } from 'vitest';
import type { TelegramTypes } from '@gateway/simulators/telegram';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { startGatewayProcess, type GatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const KEY = 'order-7';

/** A gateway that was killed after the prompt reached the chat and before it was recorded, and its successor. */
async function startKilledWhilePosting(engine: Engine) {
  const { telegram, env } = await startTelegram();
  const receiver = await startReceiver();
  const settings = { ...(await engine.empty()), ...env, LEASE_MS: '600' };
  const killed = await startGatewayProcess(settings);
  const ada = telegram.addUser({ firstName: 'Ada' });
  for (const id of ['approvals', 'elsewhere']) await registerChannel(killed, telegram, { id, chat: ada });
  const question = {
    channel_id: 'approvals',
    text: 'Ship it?',
    options: ['Yes', 'No'],
    allow_text: true,
    callback_url: receiver.url,
  };
  telegram.failNext('sendMessage', { hang: true, afterEffect: true });
  const cut = post(killed, KEY, question).catch(() => null);
  const messages = () => telegram.messages({ chat: ada }).filter(({ text }) => text?.startsWith('Ship it?'));
  await until(() => messages().length === 1);
  await killed.kill();
  expect(await cut).toBeNull();
  const gateway = await startGatewayProcess(settings);
  const press = (message: TelegramTypes.Message | undefined, button: string) =>
    telegram.press({ chat: ada, message: message?.message_id ?? 0, button });
  return {
    telegram,
    receiver,
    gateway,
    ada,
    messages,
    press,
    answered: () => until(async () => (await prompts(gateway))[0]?.state === 'answered'),
    ask: (more: Partial<typeof question> = {}, key = KEY) => post(gateway, key, { ...question, ...more }),
    /** Retries until the Idempotency-Key is free. */
    async retry() {
      for (;;) {
        const reply = await post(gateway, KEY, question);
        if (reply.status !== 409) return reply;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

interface Reply {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

async function post({ url }: GatewayProcess, key: string, body: unknown): Promise<Reply> {
  const response = await fetch(`${url}/v1/prompts/new`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

async function prompts({ url }: GatewayProcess): Promise<Record<string, unknown>[]> {
  return (await (await fetch(`${url}/v1/prompts?state=all`)).json()) as Record<string, unknown>[];
}

const hasButtons = (message: TelegramTypes.Message) => message.reply_markup !== undefined;

// Each test starts two processes.
describe('a prompt with an Idempotency-Key whose instance was killed while it was posted', () => {
  onEveryEngine((engine) => {
    it.each([0, 1])(
      'is continued by a retry under one number, and a press on message %i of the two answers it and closes both',
      async (pressed) => {
        const { retry, messages, press, receiver, gateway, ask } = await startKilledWhilePosting(engine);
        const { status, json } = await retry();
        expect([status, json.prompt_id]).toEqual([200, '#1']);
        expect(messages()).toHaveLength(2);
        const [first, second] = messages();
        expect(json.message_id).toBe(String(second?.message_id));
        expect(second?.reply_markup).toEqual(first?.reply_markup);
        expect((await press(messages()[pressed], 'Yes')).notice).toBe('Recorded: Yes');
        // The first message is unknown to the gateway until it is pressed.
        if (pressed === 1) expect((await press(messages()[0], 'No')).notice).toContain('The answer was: Yes');
        await until(() => !messages().some(hasButtons));
        for (const { text } of messages()) expect(text).toContain('✅ Yes (Ada)');
        await receiver.waitFor(1);
        const again = await ask();
        expect([again.status, again.json]).toEqual([200, json]);
        expect(await prompts(gateway)).toEqual([
          expect.objectContaining({ id: '#1', state: 'answered', answer: 'Yes' }),
        ]);
        expect(receiver.received.map(({ json }) => json.prompt_id)).toEqual(['#1']);
      },
    );

    it(
      'is not posted again when its first message was answered, and the retry returns that message',
      { tags: ['slow'] },
      async () => {
        const { retry, messages, press, answered, receiver, gateway } = await startKilledWhilePosting(engine);
        const [first] = messages();
        expect((await press(first, 'No')).notice).toBe('Recorded: No');
        await answered();
        const { status, json } = await retry();
        expect(status).toBe(200);
        expect(json).toMatchObject({ prompt_id: '#1', channel_id: 'approvals', message_id: String(first?.message_id) });
        expect(messages()).toHaveLength(1);
        expect(await prompts(gateway)).toEqual([
          expect.objectContaining({ id: '#1', answer: 'No', message_id: String(first?.message_id) }),
        ]);
        expect((await receiver.waitFor(1)).map(({ json }) => json.prompt_id)).toEqual(['#1']);
      },
    );

    it('is not posted again when it was answered by its number', { tags: ['slow'] }, async () => {
      const { retry, messages, answered, telegram, ada } = await startKilledWhilePosting(engine);
      telegram.writeText({ chat: ada, text: 'ID:#1 later' });
      await answered();
      const { status, json } = await retry();
      expect(status).toBe(200);
      expect(json).toMatchObject({ prompt_id: '#1', channel_id: 'approvals', message_id: '' });
      expect(messages()).toHaveLength(1);
    });

    it('keeps its number when the platform refuses a retry, because the first message may be in the chat', async () => {
      const { retry, messages, press, telegram, gateway } = await startKilledWhilePosting(engine);
      telegram.failNext('sendMessage', {
        error: { code: 429, description: 'Too Many Requests: retry after 60', parameters: { retry_after: 60 } },
      });
      expect((await retry()).json.code).toBe('platform_rate_limited');
      const { status, json } = await retry();
      expect([status, json.prompt_id]).toEqual([200, '#1']);
      expect((await press(messages()[0], 'Yes')).notice).toBe('Recorded: Yes');
      expect(await prompts(gateway)).toEqual([expect.objectContaining({ id: '#1', answer: 'Yes' })]);
    });

    it('rejects another body with 422 before and after it is continued', { tags: ['slow'] }, async () => {
      const { retry, ask, gateway } = await startKilledWhilePosting(engine);
      expect((await ask({ text: 'Ship that?' })).status).toBe(422);
      expect((await retry()).status).toBe(200);
      expect((await ask({ text: 'Ship that?' })).status).toBe(422);
      const other = await ask({ channel_id: 'elsewhere' }, 'order-8');
      expect([other.status, other.json.prompt_id]).toEqual([200, '#2']);
      expect((await prompts(gateway)).map(({ id }) => id)).toEqual(['#2', '#1']);
    });
  });
});
