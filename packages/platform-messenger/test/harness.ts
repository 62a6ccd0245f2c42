import type { Question, WebhookRequest } from '@gateway/platform-kit';
import { openTestConnection, sampleQuestion, webhookRequest, type TestConnection } from '@gateway/platform-kit/testing';
import { escapeBody, signBody } from '@gateway/simulators/messenger';
import type { MessengerCredentials } from '../src/credentials.js';
import messenger from '../src/index.js';

export const credentials: MessengerCredentials = {
  page_access_token: 'EAAtoken-for-tests',
  app_secret: 'app-secret-for-tests',
  verify_token: 'verify token for tests',
};

export const PAGE = '300000000000001';
export const ADA = '40000000000000001';

export interface Setup {
  readonly credentials?: Partial<MessengerCredentials>;
  readonly api?: string;
  readonly fetch?: typeof fetch;
  /** The account's state. Default: a state in which the page's id is known. */
  readonly state?: Map<string, string>;
  readonly now?: () => number;
}

/** A connection of the page. */
export function connect({ credentials: given, api, ...options }: Setup = {}): Promise<TestConnection> {
  return openTestConnection(messenger, {
    credentials: { ...credentials, ...given },
    state: new Map([['page_id', PAGE]]),
    ...(api !== undefined && { endpoints: { api } }),
    ...options,
  });
}

export const question = (fields: Partial<Question> = {}): Question => sampleQuestion({ target: ADA, ...fields });

/** A request in Meta's encoding, with Meta's signature unless another one is given. */
export function signedRequest(body: unknown, secret = credentials.app_secret, signature?: string): WebhookRequest {
  const bytes = Buffer.from(typeof body === 'string' ? body : escapeBody(JSON.stringify(body)));
  return webhookRequest(bytes, { 'x-hub-signature-256': signature ?? signBody(secret, bytes) });
}

/** A webhook body with events of one page. */
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
