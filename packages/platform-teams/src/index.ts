import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { z } from 'zod';
import { CLOUDS, type CloudName } from './clouds.js';
import { icon } from './icon.js';

const cloudNames = Object.keys(CLOUDS) as CloudName[];

const credentials = z.object({
  app_id: z.string().trim().min(1).meta({
    title: 'App ID',
    help: 'Azure portal, your Azure Bot, Configuration: Microsoft App ID.',
    placeholder: '11111111-2222-3333-4444-555555555555',
  }),
  app_password: z.string().trim().min(1).meta({
    title: 'Client secret',
    help: 'Azure portal, App registrations, your app, Certificates & secrets: the value (not the ID) of a client secret.',
    secret: true,
  }),
  app_tenant_id: z
    .string()
    .trim()
    // The tenant is part of the path for tokens.
    .regex(/^[\w.-]*$/, 'must be a tenant id such as 11111111-2222-3333-4444-555555555555, or a domain of the tenant')
    .optional()
    .meta({
      title: 'Tenant ID',
      help: 'Azure portal, your Azure Bot, Configuration: App Tenant ID. Leave it empty for a multi-tenant bot only.',
      placeholder: '11111111-2222-3333-4444-555555555555',
    }),
  cloud: z
    .enum(['', ...cloudNames], { error: `must be ${cloudNames.join(', ')} or empty` })
    .optional()
    .meta({
      title: 'Cloud',
      help: 'USGov (GCC High), USGovDoD or China (21Vianet), if your tenant is in one of these clouds. Otherwise leave it empty.',
      placeholder: 'Public',
    }),
});

const teams = definePlatform({
  apiVersion: PLATFORM_API_VERSION,
  id: 'teams',
  name: 'Microsoft Teams',
  icon,
  credentials,
  target: {
    title: 'Conversation',
    placeholder: '19:0123456789abcdef@thread.tacv2',
    help:
      'The conversation id: 19:…@thread.tacv2 for a channel, 19:…@thread.v2 for a group chat. For one person: user: and the object ID ' +
      'in Microsoft Entra. ' +
      'The guide shows how to find it.',
    pattern: '^(?:19:|a:|user:)\\S+$',
  },
  capabilities: {
    webhook: 'required',
    stream: 'none',
    buttons: { max: 10, labelLength: 64, dataBytes: 1024 },
    // An activity is limited to about 28 kB. A character has up to 3 bytes, and the buttons of a card up to 7 kB.
    text: { max: 9000, question: 6000 },
    media: { url: true, bytes: false },
    edit: 'call',
    threads: true,
    ackWithin: 10_000,
    // A card with every field filled stays below 28 kB, the limit of a message.
    dialogs: { fields: 5, title: 100, label: 100, value: 1200 },
  },
  endpoints: {
    token: {
      default: CLOUDS.Public.token,
      help: "Where access tokens come from. An address without a path gets the tenant's path; one with a path is used unchanged.",
    },
    openid: {
      default: CLOUDS.Public.openid,
      help: 'OpenID metadata of the service that signs incoming activities.',
    },
    service: {
      default: CLOUDS.Public.service,
      help: 'Connector address for conversations from which no message has been received yet.',
    },
  },
  guide: () => readFile(new URL('../README.md', import.meta.url), 'utf8'),
  account: ({ app_id, app_password, app_tenant_id, cloud }) =>
    // Without the default cloud: the keys of accounts from before this field stay the same.
    accountKey(app_id, app_password, app_tenant_id ?? '', ...(cloud && cloud !== 'Public' ? [cloud] : [])),
  async connect(context) {
    const { connect } = await import('./connection.js');
    return connect(context);
  },
});

export default teams;
