import type { PromptRecord } from '@gateway/contract';
import {
  decisionOfPrompt,
  messageIdOf,
  parseArgs,
  sees,
  stepsWithin,
  voteRecords,
  type Principal,
  type ShownPrompt,
} from '@gateway/core';

type Terms = Pick<
  PromptRecord,
  | 'action'
  | 'decisions'
  | 'labels'
  | 'ask_reason'
  | 'reason_wait_sec'
  | 'decision'
  | 'approvers'
  | 'requested_by'
  | 'policy'
  | 'votes'
  | 'posts'
  | 'decided_by'
  | 'next_step_at'
>;

const notDelivered = 'The platform reported that the question did not arrive in this chat.';

/** The fields that only prompts with terms have. A reader who is limited to channels gets nothing of others. */
export function promptTermsRecord({ prompt, votes, posts }: ShownPrompt, reader: Principal): Terms {
  const { terms } = prompt;
  if (!terms) return {};
  const { action, requestedBy } = terms;
  const first = {
    channelId: prompt.channelId,
    platform: prompt.platform,
    chatId: prompt.chatId,
    messageId: messageIdOf(prompt),
    failed: prompt.deliveryState === 'failed' ? (prompt.closedDetail ?? notDelivered) : null,
    closedAt: prompt.messageClosedAt,
  };
  return {
    action: action && { ...action, args: action.args === null ? null : parseArgs(action.args) },
    decisions: terms.decisions && [...terms.decisions],
    labels: terms.labels,
    ask_reason: terms.askReason,
    reason_wait_sec: terms.reasonWaitSec,
    decision: decisionOfPrompt(prompt),
    approvers: terms.approvers && [...terms.approvers],
    requested_by: requestedBy && {
      person: requestedBy.personId,
      platform: requestedBy.platform,
      user_id: requestedBy.userId,
      name: requestedBy.name,
      verified: requestedBy.verified,
    },
    policy: terms.policy && { ...terms.policy, steps: stepsWithin(reader, terms.policy.steps) },
    votes: voteRecords(terms, votes).map((vote) =>
      vote.channel_id !== null && sees(reader, vote.channel_id) ? vote : Object.assign(vote, { channel_id: null }),
    ),
    posts: [first, ...posts.filter(({ channelId }) => sees(reader, channelId))].map((post) => ({
      channel_id: post.channelId,
      platform: post.platform,
      chat_id: post.chatId,
      message_id: post.messageId,
      failed: post.failed,
      closed_at: post.closedAt?.toISOString() ?? null,
    })),
    decided_by: prompt.decidedBy,
    next_step_at: prompt.stepDueAt?.toISOString() ?? null,
  };
}
