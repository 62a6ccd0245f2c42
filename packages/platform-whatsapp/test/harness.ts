import type {
  Connection,
  ConnectionContext,
  DeliverEvents,
  InboundEvent,
  Outcome,
  Question,
  WebhookRequest,
} from '@gateway/platform-kit';
import { escapeBody, signBody } from '@gateway/simulators/whatsapp';
import whatsapp, { type WhatsAppCredentials } from '../src/index.js';

const ignored: Outcome = { result: 'ignored', notice: null, closedText: null };

export const credentials: WhatsAppCredentials = {
  access_token: 'EAAtoken-for-tests',
  phone_number_id: '100000000000001',
  app_secret: 'app-secret-for-tests',
  verify_token: 'verify token for tests',
};

export interface Harness {
  readonly connection: Connection;
  readonly events: InboundEvent[];
  readonly log: string[];
  /** Takes the place of storing. */
  deliver: DeliverEvents;
}

/** A connection made through the manifest, with a context that remembers. */
export async function connect(
  options: { credentials?: Partial<WhatsAppCredentials>; api?: string; fetch?: typeof fetch } = {},
): Promise<Harness> {
  const events: InboundEvent[] = [];
  const log: string[] = [];
  const line = (message: string, fields: object = {}) => void log.push(`${message} ${JSON.stringify(fields)}`);
  const context: ConnectionContext<WhatsAppCredentials> = {
    credentials: whatsapp.credentials.parse({ ...credentials, ...options.credentials }),
    endpoints: { api: options.api ?? 'https://graph.facebook.com' },
    webhookUrl: null,
    deliver: async (batch) => {
      events.push(...batch);
      return await harness.deliver(batch);
    },
    state: { get: async () => null, set: async () => {} },
    log: { debug: line, info: line, warn: line, error: line },
    now: () => Date.now(),
    fetch: options.fetch ?? fetch,
  };
  const harness: Harness = {
    connection: await whatsapp.connect(context),
    events,
    log,
    deliver: async (batch) => batch.map(() => ignored),
  };
  return harness;
}

export const question = (fields: Partial<Question> = {}): Question => ({
  target: '4915100000001',
  texts: ['Deploy?'],
  buttons: [
    { label: 'Yes', token: 'p1.0.abcdef' },
    { label: 'No', token: 'p1.1.abcdef' },
  ],
  media: null,
  ...fields,
});

/** A request as Meta sends and signs it, unless another signature is given. */
export function webhookRequest(body: unknown, secret = credentials.app_secret, signature?: string): WebhookRequest {
  const bytes = Buffer.from(typeof body === 'string' ? body : escapeBody(JSON.stringify(body)));
  return {
    method: 'POST',
    url: 'https://gateway.example/webhooks/default/whatsapp/ops',
    query: {},
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature ?? signBody(secret, bytes) },
    body: bytes,
  };
}

/** A webhook's body with one change of one business number. */
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
