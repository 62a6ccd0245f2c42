import type {
  Connection,
  ConnectionContext,
  DeliverEvents,
  InboundEvent,
  Outcome,
  Question,
  WebhookRequest,
} from '@gateway/platform-kit';
import { escapeBody, signBody } from '@gateway/simulators/messenger';
import messenger, { type MessengerCredentials } from '../src/index.js';

const ignored: Outcome = { result: 'ignored', notice: null, closedText: null };

export const credentials: MessengerCredentials = {
  page_access_token: 'EAAtoken-for-tests',
  app_secret: 'app-secret-for-tests',
  verify_token: 'verify token for tests',
};

export const PAGE = '300000000000001';
export const ADA = '40000000000000001';

export interface Harness {
  readonly connection: Connection;
  readonly events: InboundEvent[];
  readonly log: string[];
  /** Takes the place of storing. */
  deliver: DeliverEvents;
}

/** A connection made through the manifest, with a context that remembers. */
export async function connect(
  options: {
    credentials?: Partial<MessengerCredentials>;
    api?: string;
    fetch?: typeof fetch;
    /** The account's memory; without one of its own the page is known. */
    state?: Map<string, string>;
    now?: () => number;
  } = {},
): Promise<Harness> {
  const events: InboundEvent[] = [];
  const log: string[] = [];
  const { state = new Map([['page_id', PAGE]]) } = options;
  const line = (message: string, fields: object = {}) => void log.push(`${message} ${JSON.stringify(fields)}`);
  const context: ConnectionContext<MessengerCredentials> = {
    credentials: messenger.credentials.parse({ ...credentials, ...options.credentials }),
    endpoints: { api: options.api ?? 'https://graph.facebook.com' },
    webhookUrl: null,
    deliver: async (batch) => {
      events.push(...batch);
      return await harness.deliver(batch);
    },
    state: { get: async (key) => state.get(key) ?? null, set: async (key, value) => void state.set(key, value) },
    log: { debug: line, info: line, warn: line, error: line },
    now: options.now ?? Date.now,
    fetch: options.fetch ?? fetch,
  };
  const harness: Harness = {
    connection: await messenger.connect(context),
    events,
    log,
    deliver: async (batch) => batch.map(() => ignored),
  };
  return harness;
}

export const question = (fields: Partial<Question> = {}): Question => ({
  target: ADA,
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
    url: 'https://gateway.example/webhooks/default/messenger/ops',
    query: {},
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature ?? signBody(secret, bytes) },
    body: bytes,
  };
}

/** A webhook's body with events of one page. */
export const pageEvents = (...messaging: readonly object[]) => ({
  object: 'page',
  entry: [{ id: PAGE, time: 1_767_225_600_000, messaging }],
});

export const fromPerson = (content: object, psid = ADA) => ({
  sender: { id: psid },
  recipient: { id: PAGE },
  timestamp: 1_767_225_600_000,
  ...content,
});

let lastId = 0;

export const textMessage = (text: string, psid = ADA) =>
  fromPerson({ message: { mid: `m_TEST${(lastId += 1)}`, text } }, psid);
