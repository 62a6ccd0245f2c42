import type { MessageRecord } from '@gateway/contract';
import type { MessageRow, RecordShape } from '@gateway/core';
import { recordFrom } from './from-shape.js';

/** A message as the API shows it. */
export const messageShape: RecordShape<MessageRow, MessageRecord> = {
  id: 'id',
  channel_id: 'channelId',
  direction: 'direction',
  text: 'text',
  platform: 'platform',
  from_user: 'fromUser',
  from_name: 'fromName',
  from_id: 'fromId',
  api_key_id: 'apiKeyId',
  operator_id: 'operatorId',
  platform_message_id: 'platformMessageId',
  thread_id: 'threadId',
  reply_to: 'replyTo',
  status: {
    when: { direction: 'inbound' },
    then: { is: null },
    otherwise: { when: { deliveryState: 'failed' }, then: { is: 'failed' }, otherwise: { is: 'sent' } },
  },
  failure: 'failure',
  delivery_state: 'deliveryState',
  created_at: 'createdAt',
};

export function messageRecord(message: MessageRow): MessageRecord {
  return recordFrom(messageShape, message) as MessageRecord;
}
