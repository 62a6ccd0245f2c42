import { cancelPrompt, createChannel, getPrompt, listDeliveries, listMessages, sendMessage } from '@gateway/contract';
import { expect } from '@playwright/test';
import type { World } from './world.js';

const patience = { timeout: 20_000 };

/** What every page has something to show of: both types of channel, prompts and callbacks in every state, a conversation. */
export async function furnish(world: World, emma: { readonly id: number }): Promise<void> {
  const { agent, platform, receiver } = world;
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

  await answered(world, 'Refund order 1042 (49,90 EUR) to the customer?', receiver.url);
  await expect.poll(async () => agent(listDeliveries, { query: { state: 'delivered' } }), patience).toHaveLength(1);
  receiver.answerWith(500);
  await answered(world, 'Publish the release notes of version 2.4?', receiver.url);
  await expect.poll(async () => agent(listDeliveries, { query: { state: 'dead' } }), patience).toHaveLength(1);
  receiver.answerWith(200);
  const withdrawn = await world.ask('Restart the search index tonight?');
  await agent(cancelPrompt, { params: { id: withdrawn } });
  await world.ask('Which supplier shall we order the sensors from?', {
    options: ['Northwind', 'Contoso', 'Ask again next week'],
    allow_text: true,
    callback_url: receiver.url,
    correlation_id: 'purchase-7731',
  });

  await agent(sendMessage, { body: { channel_id: 'support', text: 'Good morning, how can we help?' } });
  platform.writeText({ chat: noah, text: 'My parcel has not arrived. The order is 1042.' });
  await expect.poll(async () => agent(listMessages, { query: { direction: 'inbound' } }), patience).toHaveLength(1);
  await agent(sendMessage, { body: { channel_id: 'support', text: 'Thank you, I am looking into it.' } });
}

async function answered(world: World, text: string, callback_url: string): Promise<void> {
  const id = await world.ask(text, { callback_url });
  await world.press('Approve');
  await expect.poll(async () => (await world.agent(getPrompt, { params: { id } })).state).toBe('answered');
}
