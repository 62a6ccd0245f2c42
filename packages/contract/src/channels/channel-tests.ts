import { z } from 'zod';
import { requiredCredentials, targetChatId } from './channel-fields.js';
import { route } from '../routes/route.js';
import { platformId } from '../vocabulary.js';

const byId = z.object({ id: z.string() });

const probe = z
  .object({
    ok: z.boolean(),
    account: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The account that the credentials belong to.' }),
    target: z.object({ id: z.string(), name: z.string() }).nullable(),
    problems: z.array(z.string()).meta({ description: 'Problems and how to fix them, one sentence each.' }),
    remarks: z.array(z.string()).meta({
      description:
        'What the platform withholds although the test succeeded, for example messages that do not mention the bot, and how to ' +
        'receive them. Answers to prompts arrive.',
    }),
  })
  .meta({ id: 'ChannelTest' });

export const testChannel = route({
  id: 'testChannel',
  method: 'POST',
  path: '/v1/channels/{id}/test',
  scopes: ['channels:write'],
  tag: 'Channels',
  summary: 'Test a channel on its platform',
  description: 'Checks the credentials and the target chat. The result updates the health of the channel.',
  params: byId,
  status: 200,
  reply: probe,
  errors: [400, 404],
});

export const testNewChannel = route({
  id: 'testNewChannel',
  method: 'POST',
  path: '/v1/channels/test',
  scopes: ['channels:write'],
  tag: 'Channels',
  summary: 'Test the data of a channel without registering it',
  body: z
    .strictObject({ platform: platformId, target_chat_id: targetChatId, credentials: requiredCredentials })
    .meta({ id: 'ChannelTrial' }),
  status: 200,
  reply: probe,
  errors: [400, 413, 415],
});

export const findChats = route({
  id: 'findChats',
  method: 'POST',
  path: '/v1/channels/chats',
  scopes: ['channels:write'],
  tag: 'Channels',
  summary: 'Find chats that the bot can write to',
  description:
    'Helps to choose a target chat: chats that recently messaged the bot or that the platform lists, latest first. When there are none, `hint` says how to find the id.',
  body: z.strictObject({ platform: platformId, credentials: requiredCredentials }).meta({ id: 'ChatSearch' }),
  status: 200,
  reply: z.object({
    chats: z.array(z.object({ id: z.string(), name: z.string() })),
    hint: z.string().nullable(),
  }),
  errors: [400, 413, 415],
});
