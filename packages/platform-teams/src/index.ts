import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { CLOUDS } from './clouds.js';
import { credentials } from './credentials.js';
import { icon } from './icon.js';
import { NO_IDENTITY_URL } from './sign-in/endpoint.js';

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
    inboundFiles: true,
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
    identity: {
      default: NO_IDENTITY_URL,
      help: "The machine's service for managed identities. Channels can use these only when it is set.",
    },
  },
  guide: () => readFile(new URL('../README.md', import.meta.url), 'utf8'),
  account: ({ app_id, app_password, app_tenant_id, cloud, app_certificate, managed_identity_client_id: identity }) =>
    accountKey(
      app_id,
      app_password ?? '',
      app_tenant_id ?? '',
      // Without what is not used: the keys of accounts from before these fields stay the same.
      ...(cloud && cloud !== 'Public' ? [cloud] : []),
      ...(app_certificate ? ['certificate', app_certificate] : []),
      ...(identity ? ['managed identity', identity] : []),
    ),
  identity: ({ app_id, app_tenant_id, cloud }) => [app_id, app_tenant_id ?? '', cloud ?? 'Public'].join(' '),
  async connect(context) {
    const { connect } = await import('./connection.js');
    return connect(context);
  },
});

export default teams;
