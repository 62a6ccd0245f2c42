import { formatPromptId, type PromptRecord, type PromptState } from '@gateway/contract';
import type { Principal, PromptRow } from '@gateway/core';
import { callbackAddress } from './callback-address.js';

/** A prompt as the API shows it to a reader; `state` is what is seen at this moment. */
export function promptRecord(prompt: PromptRow, state: PromptState, reader: Principal): PromptRecord {
  return {
    id: formatPromptId(prompt.num),
    prompt_num: prompt.num,
    channel_id: prompt.channelId,
    platform: prompt.platform,
    chat_id: prompt.chatId,
    message_id: prompt.messageId,
    text: prompt.text,
    media_url: prompt.mediaUrl,
    options: [...prompt.options],
    allow_text: prompt.allowText,
    callback_url: callbackAddress(prompt.callbackUrl, reader, 'prompts:write'),
    correlation_id: prompt.correlationId,
    notify_on_expiry: prompt.notifyOnExpiry,
    api_key_id: prompt.apiKeyId,
    operator_id: prompt.operatorId,
    state,
    closed_reason: state === 'expired' ? (prompt.closedReason ?? 'ttl') : null,
    created_at: prompt.createdAt.toISOString(),
    expires_at: prompt.expiresAt?.toISOString() ?? null,
    answered_at: prompt.answeredAt?.toISOString() ?? null,
    answered_by_id: prompt.answeredById,
    answered_by_username: prompt.answeredByUsername,
    answer: prompt.answer,
  };
}
