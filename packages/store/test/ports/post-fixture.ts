import type { NewPost, PromptTerms } from '@gateway/core';
import { after, now, org } from './fixture.js';

export const terms: PromptTerms = {
  action: null,
  decisions: null,
  labels: null,
  askReason: 'never',
  reasonWaitSec: 120,
  approvers: null,
  requestedBy: null,
  policy: null,
  channelIds: ['ops', 'oncall'],
};

export function copy(change: Partial<NewPost> = {}): NewPost {
  return {
    organizationId: org,
    kind: 'question',
    channelId: 'oncall',
    platform: 'owl',
    chatId: 'C1',
    account: 'bot-2',
    text: null,
    failed: null,
    postDueAt: after(60),
    createdAt: now,
    ...change,
  };
}
