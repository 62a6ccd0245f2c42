import type { Question, WebhookRequest } from '@gateway/platform-kit';
import { openTestConnection, sampleQuestion, webhookRequest, type TestConnection } from '@gateway/platform-kit/testing';
import { escapeBody, signBody } from '@gateway/simulators/whatsapp';
import type { WhatsAppCredentials } from '../src/credentials.js';
import whatsapp from '../src/index.js';

export const credentials: WhatsAppCredentials = {
  access_token: 'EAAtoken-for-tests',
  phone_number_id: '100000000000001',
  app_secret: 'app-secret-for-tests',
  verify_token: 'verify token for tests',
};

export interface Setup {
  readonly credentials?: Partial<WhatsAppCredentials>;
  readonly api?: string;
  readonly fetch?: typeof fetch;
  readonly state?: Map<string, string>;
  readonly webhookUrl?: string;
}

/** A connection of the business number. */
export function connect({ credentials: given, api, ...options }: Setup = {}): Promise<TestConnection> {
  return openTestConnection(whatsapp, {
    credentials: { ...credentials, ...given },
    ...(api !== undefined && { endpoints: { api } }),
    ...options,
  });
}

export const question = (fields: Partial<Question> = {}): Question =>
  sampleQuestion({ target: '4915100000001', ...fields });

/** A request in Meta's encoding, with Meta's signature unless another one is given. */
export function signedRequest(body: unknown, secret = credentials.app_secret, signature?: string): WebhookRequest {
  const bytes = Buffer.from(typeof body === 'string' ? body : escapeBody(JSON.stringify(body)));
  return webhookRequest(bytes, { 'x-hub-signature-256': signature ?? signBody(secret, bytes) });
}

/** A webhook body with one change of one business number. */
export const changeOf = (phoneNumberId: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '100000000000002',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550100001', phone_number_id: phoneNumberId },
            ...value,
          },
        },
      ],
    },
  ],
});

let lastId = 0;

export const textMessage = (from: string, body: string) => ({
  from,
  id: `wamid.TEST${(lastId += 1)}`,
  timestamp: '1767225600',
  type: 'text',
  text: { body },
});
