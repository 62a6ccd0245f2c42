import type { CallbackEvent } from '../callbacks.js';
import { utf8, type Bytes } from '../bytes.js';
import type { Message } from '../generated/contract.js';
import { webhookKey } from '../signature.js';
import { approvedDigest } from './changes.js';
import { hex } from './digest.js';
import { testMistake } from './refusal.js';
import type { Asked } from './state.js';

/** A callback as the gateway posts it. */
export interface FakeCallback {
  /** The `callback_url` of the question. Null: that of the channel, which the fake does not know. */
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signs an event. `webhook-timestamp` is the time of the system, by which receivers judge the age of a callback. */
export async function signed(event: CallbackEvent, url: string | null, secret: string): Promise<FakeCallback> {
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1000);
  const bytes = utf8(`${event.event_id}.${seconds}.${body}`);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.event_id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${base64(await hmac(webhookKey(secret), bytes))}`,
    ...(event.type !== 'message.created' && { 'x-signature': `sha256=${hex(await hmac(utf8(secret), utf8(body)))}` }),
  };
  return { url, headers, body };
}

/** The newest event about a question. Throws when there is none. */
export function eventOf({ record, endedAt }: Asked, eventIds: Map<string, string>): CallbackEvent {
  const { id, prompt_num, channel_id, platform, chat_id, correlation_id, state, callback_url } = record;
  if (callback_url === null) throw testMistake(`${id} has no callback_url, so the gateway posts nothing about it.`);
  if (state === 'pending') throw testMistake(`${id} is pending: there is no callback yet.`);
  if (state === 'expired' && !record.notify_on_expiry)
    throw testMistake(`${id} expired without notify_on_expiry, so the gateway posts nothing about it.`);
  const type = state === 'expired' ? 'prompt.expired' : record.withdrawn_at ? 'prompt.withdrawn' : 'prompt.answered';
  const key = `${type} ${id}`;
  const eventId = eventIds.get(key) ?? crypto.randomUUID();
  eventIds.set(key, eventId);
  const common = { event_id: eventId, prompt_id: id, prompt_num, channel_id, platform, chat_id, correlation_id };
  const by = { id: record.answered_by_id ?? '', username: record.answered_by_username };
  if (type === 'prompt.expired')
    return {
      type,
      ...common,
      state: 'expired',
      closed_reason: record.closed_reason ?? 'ttl',
      closed_detail: record.closed_detail,
      expired_at: endedAt ?? '',
    };
  const answered = { ...common, state: 'answered' } as const;
  if (type === 'prompt.withdrawn') {
    const digest = approvedDigest(record);
    return { type, ...answered, action_digest: digest, withdrawn_at: record.withdrawn_at ?? '', withdrawn_by: by };
  }
  const { answer_attachments: attachments } = record;
  const plain = { type: record.answer_type as 'option' | 'text', value: record.answer ?? '' };
  const digest = record.action && { action_digest: approvedDigest(record) };
  const answer = record.decision ?? { ...plain, ...digest, ...(attachments && { attachments }) };
  return { type, ...answered, answer, answered_at: record.answered_at ?? '', answered_by: by };
}

/** `seq`: the number of the message among those that people wrote in its channel. */
export function messageEvent(message: Message, seq: number): CallbackEvent {
  const { id, channel_id, platform, text, platform_message_id, thread_id, created_at, from_id, from_user } = message;
  return {
    type: 'message.created',
    platform,
    channel_id,
    from: from_user ?? from_id ?? '',
    text,
    event_id: id,
    message_id: id,
    seq,
    platform_message_id,
    thread_id,
    created_at,
    sender: { id: from_id ?? '', username: from_user },
  };
}

async function hmac(key: Bytes, signedBytes: Bytes): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, signedBytes));
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
