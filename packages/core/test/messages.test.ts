import { expect, it } from 'vitest';
import { openPrincipal, type ChannelRow, type Store } from '../src/index.js';
import { Messages, type MessagesOptions } from '../src/messages/messages.js';
import { manualClock, silentLog } from './manual-clock.js';

it('calls a text sent that is in the chat but could not be stored, so that nobody sends it again', async () => {
  const channel = {
    organizationId: 'default',
    channelId: 'chat',
    platform: 'pigeon',
    channelType: 'MESSAGE',
    isActive: true,
  } as ChannelRow;
  const logged: string[] = [];
  const store = {
    channels: { get: async () => channel },
    messages: { insert: () => Promise.reject(new Error('The disk is full.')) },
  } as unknown as Store;
  const messages = new Messages({
    store,
    platforms: { ids: ['pigeon'], load: async () => ({ capabilities: { text: { max: 100 } } }) },
    connections: { call: async () => ({ messageId: '7', messageIds: ['7'], ref: null }) },
    settings: { retention: async () => ({ messagesOutboundZeroRetention: false }) },
    activity: { note() {} },
    clock: manualClock(),
    log: { ...silentLog, error: (fields: object, message: string) => logged.push(JSON.stringify(fields) + message) },
  } as unknown as MessagesOptions);
  const sent = await messages.send(openPrincipal, { channel_id: 'chat', text: 'the very text' });
  expect(sent).toEqual({ channel, platformMessageId: '7', stored: null });
  expect(logged).toEqual([expect.stringContaining('could not be stored')]);
  expect(logged[0]).not.toContain('the very text');
});
