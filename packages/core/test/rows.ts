import type { Policy } from '@gateway/contract';
import type { ChoiceCapabilities } from '@gateway/platform-kit';
import type { ChannelRow, PromptRow, PromptTerms, StoredAction, VoteRow } from '../src/index.js';

/** Rows as the database has them, with the fields that a test names. */

export const at = new Date('2026-01-05T09:00:00Z');

/** Seconds after `at`. */
export const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);

export function termsOf(fields: Partial<PromptTerms> = {}): PromptTerms {
  return {
    action: null,
    decisions: null,
    labels: null,
    askReason: 'never',
    reasonWaitSec: 120,
    approvers: null,
    requestedBy: null,
    policy: null,
    channelIds: ['releases'],
    ...fields,
  };
}

/** A question with number 12. `terms` null: it asks for options and text only. */
export function promptOf(fields: Partial<PromptRow> = {}, terms: Partial<PromptTerms> | null = null): PromptRow {
  return {
    organizationId: 'org',
    num: 12,
    channelId: 'releases',
    platform: 'chat-a',
    text: 'Which?',
    mediaUrl: null,
    options: [],
    allowText: false,
    allowAttachments: false,
    nonce: 'AbCdEfGhIjKlMnOp',
    state: 'pending',
    closedReason: null,
    createdAt: at,
    expiresAt: null,
    answeredAt: null,
    answeredById: null,
    answeredByUsername: null,
    answeredByName: null,
    answerType: null,
    answer: null,
    answerFiles: null,
    answerDetail: null,
    decidedBy: null,
    timeoutAnswer: null,
    stepsDone: 0,
    consumedAt: null,
    withdrawnAt: null,
    consoleUrl: null,
    trace: null,
    correlationId: null,
    terms: terms && termsOf(terms),
    ...fields,
  } as PromptRow;
}

export function policyOf(fields: Partial<Policy> = {}): Policy {
  return {
    policy_id: 'rule',
    name: 'Rule',
    approvals: 1,
    rejections: 1,
    requester_may_answer: true,
    steps: [],
    on_timeout: null,
    ...fields,
  };
}

export function channelOf(channelId: string, fields: Partial<ChannelRow> = {}): ChannelRow {
  return { organizationId: 'org', channelId, platform: 'chat-a', approvers: null, ...fields } as ChannelRow;
}

export function voteOf(name: string, choice: string, fields: Partial<VoteRow> = {}): VoteRow {
  const userId = name.toLowerCase();
  return {
    organizationId: 'org',
    promptNum: 12,
    voter: `user:chat-a:${userId}`,
    personId: null,
    operatorId: null,
    platform: 'chat-a',
    userId,
    name,
    choice,
    reason: null,
    reasonUntil: null,
    at,
    channelId: 'releases',
    ...fields,
  };
}

export const deploy: StoredAction = {
  name: 'deploy',
  args: '{"service":"api","version":"2.4.0"}',
  summary: null,
  risk: null,
};

export const withButtons: ChoiceCapabilities = { buttons: { max: 3, labelLength: 20, dataBytes: 64 } };
export const withReplies: ChoiceCapabilities = { choices: 'replies' };
