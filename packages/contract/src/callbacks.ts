import { z } from 'zod';
import { answerType, promptId } from './prompts.js';
import { dateTime, platformId } from './vocabulary.js';

const username = z.string().nullable().meta({
  description: 'The user name on the platform, the display name where there is none, null where there is neither',
});
/** The person behind an event. */
const person = z.object({ id: z.string(), username });

const promptEvent = {
  event_id: z.uuid().meta({ description: 'The same on every attempt; forget repeats of it' }),
  prompt_id: promptId,
  prompt_num: z.int(),
  channel_id: z.string(),
  platform: platformId,
  chat_id: z.string(),
  correlation_id: z.string().nullable(),
};

/** Posted, signed, to a prompt's `callback_url` when it is answered. */
export const promptAnswered = z
  .object({
    type: z.literal('prompt.answered'),
    ...promptEvent,
    state: z.literal('answered'),
    answer: z.object({ type: answerType, value: z.string() }),
    answered_at: dateTime,
    answered_by: person,
  })
  .meta({ id: 'PromptAnswered' });
export type PromptAnswered = z.output<typeof promptAnswered>;

/** Posted, signed, to a prompt's `callback_url` when it expires and `notify_on_expiry` was set. */
export const promptExpired = z
  .object({
    type: z.literal('prompt.expired'),
    ...promptEvent,
    state: z.literal('expired'),
    closed_reason: z.enum(['ttl', 'cancelled']),
    expired_at: dateTime,
  })
  .meta({ id: 'PromptExpired' });
export type PromptExpired = z.output<typeof promptExpired>;

/** Posted, with the specification's five fields unsigned, to a MESSAGE channel's `callback_url` for every text a person writes. */
export const messageCreated = z
  .object({
    type: z.literal('message.created'),
    platform: platformId,
    channel_id: z.string(),
    from: z.string(),
    text: z.string(),
    event_id: z.uuid(),
    message_id: z.uuid().nullable().meta({ description: 'Null where nothing is stored (zero retention)' }),
    seq: z.int().meta({ description: 'Counts the messages of the channel from 1, without gaps' }),
    platform_message_id: z.string().nullable().meta({ description: 'Null where the platform does not tell it' }),
    created_at: dateTime,
    sender: person,
  })
  .meta({ id: 'MessageCreated' });
export type MessageCreated = z.output<typeof messageCreated>;

/** Posted, signed, to an address that somebody tries by `POST /v1/channels/test-callback`. */
export const gatewayTest = z
  .object({ type: z.literal('gateway.test'), event_id: z.uuid(), created_at: dateTime })
  .meta({ id: 'GatewayTest' });
export type GatewayTest = z.output<typeof gatewayTest>;
