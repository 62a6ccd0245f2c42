import { describe, expect, it } from 'vitest';
import type { TelegramTypes } from '@gateway/simulators/telegram';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { startGatewayProcess, type GatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const KEY = 'order-7';

/** A gateway that was killed when the first question was in the chat and before it was recorded, and its successor. */
async function killedWhilePosting(engine: Engine) {
  const { telegram, env } = await startTelegram();
  const receiver = await startReceiver();
  const settings = { ...(await engine.empty()), ...env, LEASE_MS: '600' };
  const dying = await startGatewayProcess(settings);
  const ada = telegram.addUser({ firstName: 'Ada' });
  for (const id of ['approvals', 'elsewhere']) await registerChannel(dying, telegram, { id, chat: ada });
  const question = {
    channel_id: 'approvals',
    text: 'Ship it?',
    options: ['Yes', 'No'],
    allow_text: true,
    callback_url: receiver.url,
  };
  telegram.failNext('sendMessage', { hang: true, afterEffect: true });
  const cut = post(dying, KEY, question).catch(() => null);
  const messages = () => telegram.messages({ chat: ada }).filter(({ text }) => text?.startsWith('Ship it?'));
  await until(() => messages().length === 1);
  await dying.kill();
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
    /** Asks until the key is free. */
    async repeat() {
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

// Two processes are started in each.
describe(
  'a question with an Idempotency-Key whose instance was killed while the platform posted it',
  { timeout: 60_000 },
  () => {
    onEveryEngine((engine) => {
      it.each([0, 1])(
        'is continued by the repeat: one number, and a press on message %i of the two answers it and closes both',
        async (pressed) => {
          const { repeat, messages, press, receiver, gateway, ask } = await killedWhilePosting(engine);
          const { status, json } = await repeat();
          expect([status, json.prompt_id]).toEqual([200, '#1']);
          expect(messages()).toHaveLength(2);
          const [first, second] = messages();
          expect(json.message_id).toBe(String(second?.message_id));
          expect(second?.reply_markup).toEqual(first?.reply_markup);
          expect((await press(messages()[pressed], 'Yes')).notice).toBe('Recorded: Yes');
          // Nothing is known of the first message until it is pressed.
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

      it('is not posted again once the first message was answered: the repeat tells that message', async () => {
        const { repeat, messages, press, answered, receiver, gateway } = await killedWhilePosting(engine);
        const [first] = messages();
        expect((await press(first, 'No')).notice).toBe('Recorded: No');
        await answered();
        const { status, json } = await repeat();
        expect(status).toBe(200);
        expect(json).toMatchObject({ prompt_id: '#1', channel_id: 'approvals', message_id: String(first?.message_id) });
        expect(messages()).toHaveLength(1);
        expect(await prompts(gateway)).toEqual([
          expect.objectContaining({ id: '#1', answer: 'No', message_id: String(first?.message_id) }),
        ]);
        expect((await receiver.waitFor(1)).map(({ json }) => json.prompt_id)).toEqual(['#1']);
      });

      it('is not posted again once it was answered by its number, although no message of it is known', async () => {
        const { repeat, messages, answered, telegram, ada } = await killedWhilePosting(engine);
        telegram.writeText({ chat: ada, text: 'ID:#1 later' });
        await answered();
        const { status, json } = await repeat();
        expect(status).toBe(200);
        expect(json).toMatchObject({ prompt_id: '#1', channel_id: 'approvals', message_id: '' });
        expect(messages()).toHaveLength(1);
      });

      it('keeps its number when a repeat is refused by the platform: the first message may be in the chat', async () => {
        const { repeat, messages, press, telegram, gateway } = await killedWhilePosting(engine);
        telegram.failNext('sendMessage', {
          error: { code: 429, description: 'Too Many Requests: retry after 60', parameters: { retry_after: 60 } },
        });
        expect((await repeat()).json.code).toBe('platform_rate_limited');
        const { status, json } = await repeat();
        expect([status, json.prompt_id]).toEqual([200, '#1']);
        expect((await press(messages()[0], 'Yes')).notice).toBe('Recorded: Yes');
        expect(await prompts(gateway)).toEqual([expect.objectContaining({ id: '#1', answer: 'Yes' })]);
      });

      it('is a mismatch for another body, before and after it is continued', async () => {
        const { repeat, ask, gateway } = await killedWhilePosting(engine);
        expect((await ask({ text: 'Ship that?' })).status).toBe(422);
        expect((await repeat()).status).toBe(200);
        expect((await ask({ text: 'Ship that?' })).status).toBe(422);
        const other = await ask({ channel_id: 'elsewhere' }, 'order-8');
        expect([other.status, other.json.prompt_id]).toEqual([200, '#2']);
        expect((await prompts(gateway)).map(({ id }) => id)).toEqual(['#2', '#1']);
      });
    });
  },
);
