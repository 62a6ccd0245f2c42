import { randomUUID } from 'node:crypto';
import {
  formatPromptId,
  type ClosedReason,
  type MessageCreated,
  type PromptAnswered,
  type PromptExpired,
  type PromptWithdrawn,
} from '@gateway/contract';
import type { MessageDelivery, NewDelivery } from '../ports/service/delivery-store.js';
import type { ChannelRow, PromptRow } from '../ports/rows.js';
import { promptUrl } from '../questions/links.js';
import { hasNoMessage } from '../questions/prompt-state.js';
import type { Trace } from '../tracing/tracing.js';

/** Builds the deliveries of the events that receivers get. */

/** A prompt as far as its events say something about it. */
export type EventPrompt = Pick<
  PromptRow,
  | 'organizationId'
  | 'num'
  | 'channelId'
  | 'platform'
  | 'chatId'
  | 'correlationId'
  | 'callbackUrl'
  | 'consoleUrl'
  | 'terms'
  | 'trace'
> &
  Partial<Pick<PromptRow, 'allowAttachments'>>;

interface Answered extends Pick<PromptAnswered, 'answer' | 'votes' | 'decided_by' | 'rule' | 'grant_id'> {
  readonly at: Date;
  /** Null: the policy, a rule or a standing approval decided. */
  readonly by: { readonly id: string; readonly username: string | null } | null;
  /** Until when the callback waits for a reason; absent: it is due at once. */
  readonly runAt?: Date | undefined;
  /** The parent of the attempts; absent: the prompt's. */
  readonly trace?: Trace | null;
}

/** The delivery of a prompt's answer; null: the prompt has no callback address. */
export function answeredDelivery(
  prompt: EventPrompt,
  { at, by, runAt, trace = prompt.trace, ...answered }: Answered,
): NewDelivery | null {
  const { answer, ...decided } = answered;
  const delivery = promptDelivery(prompt, at, (common) => ({
    type: 'prompt.answered',
    ...common,
    state: 'answered',
    answer,
    answered_at: at.toISOString(),
    answered_by: by,
    ...decided,
  }));
  return delivery && { ...delivery, runAt, trace };
}

/** The delivery of the end of a prompt without an answer; null: it was not requested. */
export function expiredDelivery(
  prompt: PromptRow,
  reason: ClosedReason,
  at: Date,
  trace = prompt.trace,
): NewDelivery | null {
  if (!prompt.notifyOnExpiry) return null;
  const delivery = promptDelivery(prompt, at, (common) => ({
    type: 'prompt.expired',
    ...common,
    state: 'expired',
    closed_reason: reason,
    closed_detail: prompt.closedDetail,
    expired_at: at.toISOString(),
  }));
  return delivery && { ...delivery, trace };
}

/** The delivery of an approval that was taken back; null: the prompt has no callback address. */
export function withdrawnDelivery(
  prompt: PromptRow,
  at: Date,
  withdrawn: Pick<PromptWithdrawn, 'action_digest' | 'withdrawn_by'>,
): NewDelivery | null {
  return promptDelivery(prompt, at, (common) => ({
    type: 'prompt.withdrawn',
    ...common,
    state: 'answered',
    ...withdrawn,
    withdrawn_at: at.toISOString(),
  }));
}

export interface ReceivedText {
  readonly text: string;
  readonly sender: { readonly id: string; readonly username: string | null; readonly name: string | null };
  /** Null: the text is not stored elsewhere. */
  readonly messageId: string | null;
  readonly platformMessageId: string | null;
  readonly threadId: string | null;
  readonly at: Date;
  readonly trace: Trace | null;
}

/** The delivery of an inbound text to its channel's receiver. */
export function messageDelivery(
  channel: ChannelRow & { readonly callbackUrl: string },
  { text, sender, messageId, platformMessageId, threadId, at, trace }: ReceivedText,
): MessageDelivery {
  const id = randomUUID();
  const destination = new URL(channel.callbackUrl).origin;
  // Stands for the number; no text contains this id.
  const seq = `seq of ${id}`;
  const body: Omit<MessageCreated, 'seq'> & { seq: string } = {
    type: 'message.created',
    platform: channel.platform,
    channel_id: channel.channelId,
    from: sender.username ?? sender.name ?? sender.id,
    text,
    event_id: id,
    message_id: messageId,
    seq,
    platform_message_id: platformMessageId,
    thread_id: threadId,
    created_at: at.toISOString(),
    sender: { id: sender.id, username: sender.username ?? sender.name },
  };
  const [before = '', after = ''] = JSON.stringify(body).split(JSON.stringify(seq));
  return {
    organizationId: channel.organizationId,
    id,
    eventType: 'message.created',
    channelId: channel.channelId,
    promptNum: null,
    messageId,
    url: channel.callbackUrl,
    destination,
    body: [before, after],
    signed: false,
    erase: messageId === null,
    // Includes the receiver: a hanging previous receiver of the channel must not block the current one.
    lane: `${channel.organizationId}/${channel.channelId}/${destination}`,
    trace,
    createdAt: at,
  };
}

type Common = Pick<
  PromptAnswered,
  'event_id' | 'prompt_id' | 'prompt_num' | 'channel_id' | 'platform' | 'chat_id' | 'correlation_id' | 'prompt_url'
>;

function promptDelivery(
  prompt: EventPrompt,
  at: Date,
  bodyOf: (common: Common) => PromptAnswered | PromptExpired | PromptWithdrawn,
): NewDelivery | null {
  if (prompt.callbackUrl === null) return null;
  const id = randomUUID();
  const url = promptUrl(prompt);
  const body = bodyOf({
    event_id: id,
    prompt_id: formatPromptId(prompt.num),
    prompt_num: prompt.num,
    channel_id: prompt.channelId,
    platform: prompt.platform,
    chat_id: hasNoMessage(prompt) ? null : prompt.chatId,
    correlation_id: prompt.correlationId,
    ...(url !== null && { prompt_url: url }),
  });
  return {
    organizationId: prompt.organizationId,
    id,
    eventType: body.type,
    channelId: prompt.channelId,
    promptNum: prompt.num,
    messageId: null,
    url: prompt.callbackUrl,
    destination: new URL(prompt.callbackUrl).origin,
    body: JSON.stringify(body),
    signed: true,
    erase: false,
    lane: null,
    trace: prompt.trace,
    createdAt: at,
  };
}
