import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createKey, listDeliveries, listPlatforms } from '@gateway/contract';
import type { TelegramSimulator, TelegramTypes } from '@gateway/simulators/telegram';
import pino from 'pino';
import { findPlatforms } from '../../src/platforms/find-platforms.js';
import { freePort } from '../harness/free-port.js';
import { registerChannel, startTelegram, type TestGateway } from '../harness/gateway.js';
import { adminKey, startKeyedGateway } from '../harness/keys.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import type { FuzzTargets } from './known-values.js';

export interface FuzzFixture {
  readonly gateway: TestGateway;
  readonly telegram: TelegramSimulator;
  readonly ada: TelegramTypes.User;
  readonly targets: FuzzTargets;
  /** Clears the records of simulator and receiver, which are not the gateway's memory. */
  clearRecords(): void;
}

/** A gateway with authentication, webhooks and records of every kind, which calls no outside address. */
export async function startFixture(): Promise<FuzzFixture> {
  const { telegram, env } = await startTelegram();
  const receiver = await startReceiver();
  const port = await freePort();
  const mediaDir = await mkdtemp(path.join(tmpdir(), 'gateway-media-'));
  onTestFinished(() => rm(mediaDir, { recursive: true, force: true }));
  await writeFile(path.join(mediaDir, 'a.txt'), 'an attachment');
  const gateway = await startKeyedGateway({
    env: {
      ...(await closedEndpoints()),
      ...env,
      PORT: String(port),
      PUBLIC_WEBHOOK_URL: `http://127.0.0.1:${port}`,
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      MEDIA_ALLOWED_DIR: mediaDir,
      ENABLE_DOCS: 'true',
    },
  });
  const ada = telegram.addUser({ firstName: 'Ada', username: 'ada' });
  const ben = telegram.addUser({ firstName: 'Ben' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  await registerChannel(gateway, telegram, { id: 'talk', chat: ben, type: 'MESSAGE', callbackUrl: receiver.url });
  for (const id of ['scratch-1', 'scratch-2', 'scratch-3', 'scratch-4'])
    await registerChannel(gateway, telegram, { id, chat: ada });
  const webhook = await until(() => telegram.webhook());

  const ask = async (prompt: object) =>
    await gateway.request('POST', '/v1/prompts/new', {
      body: { channel_id: 'approvals', text: 'Ship it?', ...prompt },
    });
  for (let count = 0; count < 6; count += 1)
    await ask({ options: ['Yes', 'No'], allow_text: true, callback_url: receiver.url });
  await telegram.press({ chat: ada, button: 'Yes' });
  telegram.writeText({ chat: ben, text: 'Good morning' });
  const [deliveries] = await Promise.all([
    until(async () => {
      const listed = await gateway.call(listDeliveries, {});
      return listed.length >= 2 && listed.every(({ state }) => state === 'delivered') ? listed : null;
    }),
    gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'talk', text: 'Hello' } }),
  ]);
  const messages = (await gateway.request('GET', '/v1/messages')).json as { id: string }[];
  const keys = [
    await gateway.call(createKey, { body: { name: 'reader', preset: 'readonly' } }),
    await gateway.call(createKey, { body: { name: 'agent', preset: 'agent' } }),
  ];
  const platforms = await gateway.call(listPlatforms, {});
  return {
    gateway,
    telegram,
    ada,
    targets: {
      platforms: platforms.flatMap((platform) =>
        platform.problem === null
          ? [{ id: platform.id, credentials: platform.credentials.map(({ name }) => name) }]
          : [],
      ),
      botToken: telegram.token,
      chats: [String(ada.id), String(ben.id)],
      channels: ['approvals', 'talk'],
      scratchChannels: [
        'scratch-1',
        'scratch-2',
        'scratch-3',
        'scratch-4',
        'new-1',
        'new-2',
        'new-3',
        'new-4',
        'new-5',
        'new-6',
        'new-7',
        'new-8',
      ],
      prompts: [1, 2, 3, 4, 5, 6, 99],
      messages: messages.map(({ id }) => id),
      deliveries: deliveries.map(({ id }) => id),
      keyIds: keys.map(({ id }) => id),
      keys: [adminKey, ...keys.map(({ key }) => key)],
      receiver: receiver.url,
      webhookHeaders: [['x-telegram-bot-api-secret-token', webhook.secretToken ?? '']],
    },
    clearRecords() {
      telegram.clearCalls();
      (receiver.received as unknown[]).length = 0;
    },
  };
}

/** Settings that point all platform APIs at a closed local port. */
async function closedEndpoints(): Promise<Record<string, string>> {
  const platforms = await findPlatforms([], pino({ level: 'silent' }));
  const settings = await Promise.all(
    platforms.ids.map(async (id) => {
      const platform = await platforms.load(id);
      return Object.keys(platform?.endpoints ?? {}).map(
        (name) => [`PLATFORM_${id.toUpperCase()}_${name.toUpperCase()}_URL`, 'http://127.0.0.1:1'] as const,
      );
    }),
  );
  return Object.fromEntries(settings.flat());
}
