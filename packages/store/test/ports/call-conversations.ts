import type { Store } from '@gateway/core';
import { newMessage, now, org } from './fixture.js';

/** Calls what lists of conversations and their readers call. */
export async function callConversations({ conversations, messages }: Store): Promise<void> {
  for (const reader of [null, { operatorId: 'a77', counted: 100 }]) {
    for (const after of [null, { at: now, channelId: 'c77' }]) {
      for (const waiting of [{}, { waiting: true }] as const) {
        for (const more of [{}, { channelId: 'c7' }, { channelIds: ['c7', 'c8'] }, { q: 'c7' }])
          await conversations.list(org, { ...waiting, ...more }, { limit: 50, after }, reader);
      }
    }
  }
  await conversations.markRead({ organizationId: org, operatorId: 'a77' }, 'm77');
  await messages.insert(newMessage('conversation-reply', { direction: 'outbound', channelId: 'c7' }));
  await messages.newer({ organizationId: org, channelId: 'c7', seq: 77 }, 25);
  await messages.replied(org, 'c7');
}
