import type { PromptPost, PromptRecord } from '@gateway/contract';
import {
  decisionOfPrompt,
  digestOf,
  drawnAction,
  grantOffer,
  hasNoMessage,
  messageIdOf,
  parseArgs,
  sees,
  stepsWithin,
  voteRecords,
  type Principal,
  type ShownPrompt,
} from '@gateway/core';
import { snake } from './field-names.js';

type Terms = Pick<
  PromptRecord,
  | 'action'
  | 'action_digest'
  | 'approving_options'
  | 'consume_within_sec'
  | 'consumed_at'
  | 'consumed_by'
  | 'withdrawn_at'
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
  | 'rule'
  | 'drawn'
  | 'grant_id'
  | 'grant_offer'
  | 'next_step_at'
>;

const notDelivered = 'The platform reported that the question did not arrive in this chat.';

/** The fields that only prompts with terms have. A reader who is limited to channels gets nothing of others. */
export function promptTermsRecord({ prompt, votes, posts }: ShownPrompt, reader: Principal): Terms {
  const { terms } = prompt;
  if (!terms) return {};
  const { action, requestedBy } = terms;
  const offer = grantOffer(prompt);
  const first = {
    channelId: prompt.channelId,
    platform: prompt.platform,
    chatId: prompt.chatId,
    messageId: messageIdOf(prompt),
    failed: prompt.deliveryState === 'failed' ? (prompt.closedDetail ?? notDelivered) : null,
    closedAt: prompt.messageClosedAt,
    uninspectable: prompt.uninspectable,
  };
  return {
    action: action && { ...action, args: action.args === null ? null : parseArgs(action.args) },
    ...(action && {
      action_digest: digestOf(action),
      approving_options: terms.approvingOptions ? [...terms.approvingOptions] : null,
      consume_within_sec: terms.consumeWithinSec ?? null,
      ...snake(prompt, 'consumedAt', 'consumedBy', 'withdrawnAt'),
    }),
    ...snake(terms, 'decisions', 'labels', 'askReason', 'reasonWaitSec'),
    decision: decisionOfPrompt(prompt),
    approvers: terms.approvers && [...terms.approvers],
    requested_by: requestedBy && {
      person: requestedBy.personId,
      ...snake(requestedBy, 'platform', 'userId', 'name', 'verified'),
    },
    policy: terms.policy && { ...terms.policy, steps: stepsWithin(reader, terms.policy.steps) },
    votes: voteRecords(terms, votes).map((vote) =>
      vote.channel_id !== null && sees(reader, vote.channel_id) ? vote : Object.assign(vote, { channel_id: null }),
    ),
    posts: [...(hasNoMessage(prompt) ? [] : [first]), ...posts.filter(({ channelId }) => sees(reader, channelId))].map(
      (post) => {
        const record: PromptPost = snake(post, 'channelId', 'platform', 'chatId', 'messageId', 'failed', 'closedAt');
        return action ? Object.assign(record, { uninspectable: post.uninspectable }) : record;
      },
    ),
    ...(terms.rule &&
      action && {
        rule: snake(terms.rule, 'ruleId', 'version'),
        drawn: drawnAction(action, terms.rule),
        grant_id: terms.rule.answer?.grantId ?? null,
        grant_offer: offer && snake(offer, 'maxSec', 'covers'),
      }),
    decided_by: prompt.decidedBy,
    next_step_at: prompt.stepDueAt?.toISOString() ?? null,
  };
}
