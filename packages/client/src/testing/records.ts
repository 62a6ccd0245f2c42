import type { NewPrompt, Prompt, PromptCreated, PromptPost } from '../generated/contract.js';

/** The records of the API, as the gateway makes them. */

export const PLATFORM = 'fake';
const DEFAULT_TTL_SEC = 3600;

/** A time of the API. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** A message with a question. */
export function postOf(channelId: string, messageId: string, hasAction: boolean): PromptPost {
  return {
    channel_id: channelId,
    platform: PLATFORM,
    chat_id: `chat-of-${channelId}`,
    message_id: messageId,
    failed: null,
    closed_at: null,
    ...(hasAction && { uninspectable: false }),
  };
}

/** `now`: in milliseconds since 1970. `digest`: of the action; null: there is none. */
export function newRecord(
  num: number,
  body: NewPrompt,
  posts: readonly [PromptPost, ...PromptPost[]],
  digest: string | null,
  now: number,
): Prompt {
  const ttlSec = body.ttl_sec ?? DEFAULT_TTL_SEC;
  return {
    id: `#${num}`,
    prompt_num: num,
    channel_id: posts[0].channel_id,
    platform: PLATFORM,
    chat_id: posts[0].chat_id,
    message_id: posts[0].message_id,
    text: body.text,
    media_url: body.media_url ?? null,
    options: body.options ?? [],
    allow_text: body.allow_text ?? false,
    ...(body.allow_attachments && { allow_attachments: true }),
    callback_url: body.callback_url ?? null,
    correlation_id: body.correlation_id ?? null,
    notify_on_expiry: body.notify_on_expiry ?? false,
    api_key_id: null,
    operator_id: null,
    state: 'pending',
    taken_by: null,
    taken_at: null,
    waiting_for_window: false,
    closed_reason: null,
    closed_detail: null,
    delivery_state: null,
    delivery_remark: null,
    created_at: timeOf(now),
    expires_at: ttlSec === 0 ? null : timeOf(now + ttlSec * 1000),
    answered_at: null,
    answered_by_id: null,
    answered_by_username: null,
    answer_type: null,
    answer: null,
    ...(usesTerms(body, posts.length) && { ...termsOf(body, digest), posts }),
  };
}

/** Whether a record has the fields that only questions with more than options and a text have. */
export const isRich = (record: Prompt) => record.posts !== undefined;

function usesTerms(body: NewPrompt, channels: number): boolean {
  const { action, decisions, approvers, requested_by, policy } = body;
  return [action, decisions, approvers, requested_by, policy].some((each) => each != null) || channels > 1;
}

function termsOf(body: NewPrompt, digest: string | null): Partial<Prompt> {
  const { action, requested_by: by, policy } = body;
  return {
    action: action ? { args: null, summary: null, risk: null, ...action } : null,
    ...(digest !== null && {
      action_digest: digest,
      approving_options: body.approving_options ?? null,
      consume_within_sec: body.consume_within_sec ?? null,
      consumed_at: null,
      consumed_by: null,
      withdrawn_at: null,
    }),
    decisions: body.decisions ?? null,
    labels: body.labels ?? null,
    ask_reason: body.ask_reason ?? 'never',
    reason_wait_sec: body.reason_wait_sec ?? 120,
    decision: null,
    approvers: body.approvers ?? null,
    requested_by: by
      ? {
          person: 'person' in by ? by.person : null,
          platform: 'person' in by ? null : PLATFORM,
          user_id: 'person' in by ? null : by.user_id,
          name: null,
          verified: false,
        }
      : null,
    policy: policy
      ? {
          policy_id: policy,
          name: policy,
          approvals: 1,
          rejections: 1,
          requester_may_answer: true,
          steps: [],
          on_timeout: null,
        }
      : null,
    votes: [],
    decided_by: null,
    next_step_at: null,
  };
}

export function createdReply(record: Prompt, isCollapsed: boolean): PromptCreated {
  const isAnswerable = record.allow_text || record.options.length > 0 || (record.decisions?.length ?? 0) > 0;
  const message =
    'This prompt cannot be answered: give options, decisions, or allow_text: true. It can only expire or be cancelled.';
  return {
    prompt_id: record.id,
    prompt_num: record.prompt_num,
    url: `/v1/prompts/${record.prompt_num}`,
    channel_id: record.channel_id,
    message_id: record.message_id,
    ...(record.action_digest !== undefined && { action_digest: record.action_digest }),
    ...(isCollapsed && { collapsed: true }),
    warnings: isAnswerable ? [] : [{ code: 'not_answerable', message }],
  };
}

/** A record as a reader gets it: later changes do not show in it. */
export function copyOf<T>(record: T): T {
  return JSON.parse(JSON.stringify(record)) as T;
}
