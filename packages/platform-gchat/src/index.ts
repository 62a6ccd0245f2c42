import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { z } from 'zod';
import { TARGET_PATTERN } from './address.js';
import { API_URL, CERTS_URL, IAM_URL, NO_SUBJECT_URL, STS_URL, TOKEN_URL } from './endpoints.js';
import { isExternalAccount, readExternalAccount } from './external-account.js';
import { icon } from './icon.js';
import { readKeyFile } from './key-file.js';

const credentials = z.object({
  service_account_json: z
    .string()
    .trim()
    .superRefine((text, context) => {
      const key = isExternalAccount(text) ? readExternalAccount(text) : readKeyFile(text);
      if (typeof key === 'string') context.addIssue({ code: 'custom', message: key });
    })
    .meta({
      title: 'Service account key',
      help: 'The whole JSON key file: Google Cloud console, IAM & Admin, Service Accounts, the account, Keys, Add key, JSON. Or the credential configuration of workload identity federation.',
      placeholder: '{ "type": "service_account", "project_id": "…", "private_key": "…", "client_email": "…" }',
      secret: true,
    }),
  google_chat_project_number: z
    .string()
    .trim()
    .regex(/^\d*$/, 'must be the number of the Google Cloud project, digits only')
    .optional()
    .meta({
      title: 'Project number',
      help: 'Only digits, from the welcome page of the Google Cloud project. Needed when the app authenticates by project number, and by Workspace add-ons.',
      placeholder: '123456789012',
      secret: false,
    }),
  workspace_addon_service_account: z.string().trim().optional().meta({
    title: 'Add-on service account',
    help: "Only for apps that are Workspace add-ons: the service account's e-mail address shown in the connection settings of the app.",
    placeholder: 'service-123456789012@gcp-sa-gsuiteaddons.iam.gserviceaccount.com',
    secret: false,
  }),
  impersonate_user: z.string().trim().optional().meta({
    title: 'Act for user',
    help: 'Optional: a user for whom the service account may read spaces (domain-wide delegation). The test of a channel then distinguishes a wrong space from one without the app.',
    placeholder: 'ada@example.com',
    secret: false,
  }),
});

const gchat = definePlatform({
  apiVersion: PLATFORM_API_VERSION,
  id: 'gchat',
  name: 'Google Chat',
  icon,
  credentials,
  target: {
    title: 'Space',
    placeholder: 'spaces/AAAAMpdlehY',
    help:
      'The name of the space: spaces/ and the part of its address after /room/ or /space/ (…/room/AAAAMpdlehY gives spaces/AAAAMpdlehY). ' +
      'spaces/AAAAMpdlehY/threads/UMxbHmzDlr4 is one thread of it. For one person: users/ and the number of the person in the directory.',
    pattern: TARGET_PATTERN,
  },
  capabilities: {
    webhook: 'required',
    stream: 'none',
    // Longer labels are truncated on phones.
    buttons: { max: 10, labelLength: 40, dataBytes: 1024 },
    // Source: https://developers.google.com/workspace/chat/format-messages
    text: { max: 4096, formats: '*_~`' },
    media: { url: true, bytes: false },
    edit: 'reply',
    threads: true,
    inboundFiles: true,
    ackWithin: 30_000,
    // A card with every field filled stays below 32 kB.
    dialogs: { fields: 5, title: 100, label: 100, value: 1500 },
  },
  endpoints: {
    api: { default: API_URL, help: 'Root address of the Google Chat API.' },
    token: {
      default: TOKEN_URL,
      help: "Where access tokens are fetched. Unless it is set, the key file's own address is used if it is Google's.",
    },
    sts: { default: STS_URL, help: 'Exchanges tokens of another identity provider (workload identity federation).' },
    iam: { default: IAM_URL, help: 'Issues tokens of a service account (workload identity federation).' },
    subject: {
      default: NO_SUBJECT_URL,
      help: 'Where the gateway fetches its own identity for workload identity federation, if that address is private.',
    },
    jwks: {
      default: CERTS_URL,
      help: 'Public keys that verify requests of Google Chat. When it is set, it is used for both kinds of token.',
    },
  },
  guide: () => readFile(new URL('../README.md', import.meta.url), 'utf8'),
  account({ service_account_json, google_chat_project_number, workspace_addon_service_account, impersonate_user }) {
    if (isExternalAccount(service_account_json))
      return accountKey(
        service_account_json,
        '',
        google_chat_project_number ?? '',
        workspace_addon_service_account ?? '',
        impersonate_user ?? '',
      );
    const key = readKeyFile(service_account_json);
    const [email, secret] = typeof key === 'string' ? ['', service_account_json] : [key.clientEmail, key.privateKey];
    // The key covers the fields that verify requests, too.
    return accountKey(
      email,
      secret,
      google_chat_project_number ?? '',
      workspace_addon_service_account ?? '',
      impersonate_user ?? '',
    );
  },
  async connect(context) {
    const { connect } = await import('./connection.js');
    return connect(context);
  },
});

export default gchat;
