import { z } from 'zod';
import { approvers } from '../people/approvers.js';
import { attentionLimit, credentials, requiredCredentials, targetChatId } from './channel-fields.js';
import { credentialsProven, credentialsSetBy } from './credentials-set-by.js';
import { promptLinks } from '../prompts/prompt-links.js';
import { traffic, trafficProofs } from './traffic.js';
import { outsideWindow, windowTemplate } from './reply-window.js';
import { route } from '../routes/route.js';
import {
  channelId,
  channelTypes,
  characters,
  cursor,
  dateTime,
  healthStates,
  httpUrl,
  listLimit,
  managedBy,
  platformId,
  recordId,
} from '../vocabulary.js';

export const channelRecord = z
  .object({
    channel_id: z.string(),
    platform: platformId,
    target_chat_id: z.string(),
    channel_type: z.enum(channelTypes),
    is_active: z.boolean(),
    outside_window: outsideWindow,
    approvers: approvers.nullable().optional().meta({
      description:
        'Who may answer prompts of the channel. Null or absent: anybody in the chat. Absent with `policy` where the channel has neither.',
    }),
    policy: z.string().nullable().optional().meta({
      description: 'The policy of the channel’s prompts. Null or absent: none.',
    }),
    prompt_links: promptLinks,
    max_open_per_key: attentionLimit.nullable().optional().meta({
      description: 'How many open prompts one API key may have in the channel. Null or absent: no limit.',
    }),
    max_open_per_person: attentionLimit
      .nullable()
      .optional()
      .meta({
        description:
          'How many open prompts of the channel may wait for one person: those whose list names the person, alone or in a group. One key may hold ' +
          'half of it, and always one. Null or absent: no limit.',
      }),
    window_template: windowTemplate.nullable(),
    callback_url: z.string().nullable().meta({
      description:
        'Receives the channel’s events. Shown without user and password to readers without `channels:write`.',
    }),
    credentials_set_by: credentialsSetBy.nullable(),
    credentials_proven: credentialsProven,
    managed_by: managedBy,
    created_at: dateTime,
    updated_at: dateTime,
    health: z.object({
      state: z.enum(healthStates).meta({
        description:
          '`ok`: the platform accepted the credentials, a test succeeded, or a message was delivered; on a MESSAGE channel also that a message ' +
          'was received. `unknown`: none of these has happened yet. `failing`: the account cannot be connected, the latest test failed, the ' +
          'platform refused the latest post for good, or its approvers and policy refuse every prompt. `inactive`: the channel is unregistered.',
      }),
      detail: z.string().nullable().meta({
        description:
          'What is wrong and how to fix it. With `ok`: what the platform withholds, for example the texts of messages.',
      }),
      since: dateTime.nullable(),
      last_inbound_at: dateTime.nullable(),
      last_outbound_at: dateTime.nullable(),
      proofs: trafficProofs,
    }),
    traffic,
  })
  .meta({ id: 'Channel' });

export const channelDetail = channelRecord
  .extend({
    webhook_url: z
      .string()
      .nullable()
      .meta({ description: 'The webhook address to enter on the platform. Null: `PUBLIC_WEBHOOK_URL` is not set.' }),
  })
  .meta({ id: 'ChannelDetail' });

export const newChannel = z
  .strictObject({
    channel_id: channelId,
    platform: platformId,
    target_chat_id: targetChatId,
    credentials: requiredCredentials,
    callback_url: httpUrl
      .nullish()
      .transform((url) => url ?? null)
      .meta({ description: 'Receives the channel’s events. Required on a MESSAGE channel.' }),
    channel_type: z.enum(channelTypes).default('MESSAGE').meta({
      description: '`PROMPT`: for questions to people. `MESSAGE`: relays all messages of the chat in both directions.',
    }),
    outside_window: outsideWindow.default('refuse'),
    approvers: approvers.nullish().meta({
      description: 'Who may answer prompts of the channel. Needs `people:write` as well. Default: anybody in the chat.',
    }),
    policy: recordId
      .nullish()
      .meta({ description: 'The policy of the channel’s prompts. Needs `policies:write` as well. Default: none.' }),
    prompt_links: promptLinks.default(false),
    max_open_per_key: attentionLimit.nullish().meta({
      description:
        'Open prompts that one API key may have in a PROMPT channel. Needs `policies:write` as well. Default: no limit.',
    }),
    max_open_per_person: attentionLimit.nullish().meta({
      description:
        'Open prompts of a PROMPT channel that may wait for one person. Needs `policies:write` as well. Default: no limit.',
    }),
    window_template: windowTemplate.nullish().transform((template) => template ?? null),
  })
  .refine((channel) => channel.channel_type !== 'MESSAGE' || channel.callback_url !== null, {
    path: ['callback_url'],
    error: 'is required on a MESSAGE channel',
  })
  .superRefine((channel, context) => {
    if (channel.channel_type === 'PROMPT') return;
    for (const field of ['max_open_per_key', 'max_open_per_person'] as const)
      if (typeof channel[field] === 'number')
        context.addIssue({ code: 'custom', path: [field], message: 'needs a channel of type PROMPT' });
  })
  .meta({ id: 'NewChannel' });
export type NewChannel = z.output<typeof newChannel>;

const fixed = (name: string) =>
  z
    .never({ error: `cannot be changed; create another channel with the ${name} that you need` })
    .optional()
    .meta({ type: 'string', description: 'Cannot be changed.' });

export const channelPatch = z
  .strictObject({
    target_chat_id: targetChatId.optional(),
    callback_url: httpUrl.nullable().optional(),
    credentials: credentials.optional().meta({
      description: 'Replaces only the credentials with these names. Only all of them together prove the channel again.',
    }),
    outside_window: outsideWindow.optional(),
    approvers: approvers.nullish().meta({ description: 'Needs `people:write` as well. Null: anybody in the chat.' }),
    policy: recordId.nullish().meta({ description: 'Needs `policies:write` as well. Null: none.' }),
    prompt_links: promptLinks.optional(),
    max_open_per_key: attentionLimit.nullish().meta({ description: 'Needs `policies:write` as well. Null: no limit.' }),
    max_open_per_person: attentionLimit
      .nullish()
      .meta({ description: 'Needs `policies:write` as well. Null: no limit.' }),
    window_template: windowTemplate.nullable().optional(),
    platform: fixed('platform'),
    channel_type: fixed('channel_type'),
    channel_id: fixed('channel_id'),
  })
  .meta({ id: 'ChannelPatch' });
export type ChannelPatch = z.output<typeof channelPatch>;

const byId = z.object({ id: z.string() });
/** A possible problem of a channel that was registered or changed. */
export const channelWarning = z
  .object({
    code: z.string().meta({
      description:
        '`platform_problem`: what the platform finds wrong with the credentials or the chat. `duplicate_channel`: another active channel has the ' +
        'same platform, chat and credentials. More codes may be added.',
      examples: ['platform_problem'],
    }),
    message: z.string().meta({ description: 'What is wrong and how to fix it, in one sentence.' }),
  })
  .meta({ id: 'ChannelWarning' });
export type ChannelWarning = z.output<typeof channelWarning>;

const done = z.object({
  status: z.string().meta({ description: 'The result, in one sentence.' }),
  channel_id: z.string(),
  warnings: z.array(channelWarning).meta({
    description:
      'Possible problems. Includes what the platform finds wrong with new credentials or a new chat, if it answers within 3 s.',
  }),
});

export const createChannel = route({
  id: 'createChannel',
  method: 'POST',
  path: '/v1/channels/new',
  scopes: ['channels:write'],
  tag: 'Channels',
  summary: 'Register a channel',
  description:
    'Connects a chat on a platform to the gateway. A platform that refuses the credentials does not prevent the registration: `warnings` and ' +
    'the health of the channel say what is wrong. Use `POST /v1/channels/test` to check before.',
  body: newChannel,
  status: 201,
  reply: done,
  errors: [400, 409, 413, 415],
});

export const listChannels = route({
  id: 'listChannels',
  method: 'GET',
  path: '/v1/channels',
  scopes: ['channels:read'],
  tag: 'Channels',
  summary: 'List channels, newest first',
  query: z.strictObject({
    platform: platformId.optional(),
    channel_type: z.enum(channelTypes).optional(),
    active: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional(),
    health: z.enum(healthStates).optional(),
    q: characters(200, 1).optional().meta({ description: 'Part of the channel id or of the target chat.' }),
    traffic: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional()
      .meta({ description: 'Whether the channels have their `traffic`.', default: 'false' }),
    limit: listLimit,
    cursor,
  }),
  status: 200,
  reply: z.array(channelRecord),
  errors: [400],
});

export const getChannel = route({
  id: 'getChannel',
  method: 'GET',
  path: '/v1/channels/{id}',
  scopes: ['channels:read'],
  tag: 'Channels',
  summary: 'Get one channel with its health',
  params: byId,
  status: 200,
  reply: channelDetail,
  errors: [400, 404],
});

export const updateChannel = route({
  id: 'updateChannel',
  method: 'PATCH',
  path: '/v1/channels/{id}',
  scopes: ['channels:write'],
  tag: 'Channels',
  summary: 'Change and reactivate a channel',
  params: byId,
  body: channelPatch,
  status: 200,
  reply: done,
  errors: [400, 404, 409, 413, 415],
});

export const deleteChannel = route({
  id: 'deleteChannel',
  method: 'DELETE',
  path: '/v1/channels/{id}',
  scopes: ['channels:write'],
  tag: 'Channels',
  summary: 'Unregister a channel',
  params: byId,
  status: 200,
  reply: done,
  errors: [400, 404, 409],
});
