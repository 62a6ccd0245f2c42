import {
  cancelPrompt,
  createChannel,
  createPrompt,
  getPrompt,
  listDeliveries,
  listMessages,
  sendMessage,
  type createClient,
} from '@gateway/contract';
import type { TelegramSimulator } from '@gateway/simulators/telegram';
import { expect } from '@playwright/test';
import type { Receiver } from './receiver.js';
import { limitMs } from './limits.js';

interface Target {
  /** Calls `/v1` as the agent. */
  readonly agent: ReturnType<typeof createClient>;
  readonly platform: TelegramSimulator;
  readonly receiver: Receiver;
}

type ChatUser = ReturnType<TelegramSimulator['addUser']>;

const timeout = { timeout: limitMs(20_000) };

/** Creates data for every page: a channel of each type, prompts and deliveries in every state, and a conversation. */
export async function seedData({ agent, platform, receiver }: Target, emma: ChatUser): Promise<void> {
  const channel = { platform: 'telegram', credentials: { bot_token: platform.token } };
  await agent(createChannel, {
    body: { ...channel, channel_id: 'approvals', target_chat_id: String(emma.id), channel_type: 'PROMPT' },
  });
  const noah = platform.addUser({ firstName: 'Noah', username: 'noah' });
  await agent(createChannel, {
    body: {
      ...channel,
      channel_id: 'support',
      target_chat_id: String(noah.id),
      channel_type: 'MESSAGE',
      callback_url: receiver.url,
    },
  });

  const ask = async (text: string, callback_url: string | null = null) => {
    const body = { text, channel_id: 'approvals', options: ['Approve', 'Reject'], callback_url };
    return (await agent(createPrompt, { body })).prompt_id;
  };
  const askAndAnswer = async (text: string) => {
    const id = await ask(text, receiver.url);
    await platform.press({ chat: emma, button: { label: 'Approve' } });
    await expect.poll(async () => (await agent(getPrompt, { params: { id } })).state).toBe('answered');
  };

  await askAndAnswer('Refund order 1042 (49,90 EUR) to the customer?');
  await expect.poll(async () => agent(listDeliveries, { query: { state: 'delivered' } }), timeout).toHaveLength(1);
  receiver.respondWith(500);
  await askAndAnswer('Publish the release notes of version 2.4?');
  await expect.poll(async () => agent(listDeliveries, { query: { state: 'dead' } }), timeout).toHaveLength(1);
  receiver.respondWith(200);
  const cancelled = await ask('Restart the search index tonight?');
  await agent(cancelPrompt, { params: { id: cancelled } });
  await agent(createPrompt, {
    body: {
      text: 'Which supplier shall we order the sensors from?',
      channel_id: 'approvals',
      options: ['Northwind', 'Contoso', 'Ask again next week'],
      allow_text: true,
      callback_url: receiver.url,
      correlation_id: 'purchase-7731',
    },
  });

  await agent(sendMessage, { body: { channel_id: 'support', text: 'Good morning, how can we help?' } });
  platform.writeText({ chat: noah, text: 'My parcel has not arrived. The order is 1042.' });
  await expect.poll(async () => agent(listMessages, { query: { direction: 'inbound' } }), timeout).toHaveLength(1);
  await agent(sendMessage, { body: { channel_id: 'support', text: 'Thank you, I am looking into it.' } });
}
