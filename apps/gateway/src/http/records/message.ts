import type { MessageRecord } from '@gateway/contract';
import type { MessageRow } from '@gateway/core';
import { snake } from './field-names.js';

/** A message as the API shows it. */
export function messageRecord(message: MessageRow): MessageRecord {
  return {
    ...snake(
      message,
      'id',
      'channelId',
      'direction',
      'text',
      'platform',
      'fromUser',
      'fromId',
      'apiKeyId',
      'operatorId',
    ),
    ...snake(message, 'platformMessageId', 'threadId', 'replyTo'),
    status: message.direction === 'inbound' ? null : message.deliveryState === 'failed' ? 'failed' : 'sent',
    ...snake(message, 'failure', 'deliveryState', 'createdAt'),
  };
}
