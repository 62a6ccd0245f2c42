import { createRequester, GRAPH_VERSION, TEMPLATE_FIELDS, unusable } from '@gateway/graph-api';
import { z } from 'zod';
import type { MessengerContext } from './credentials.js';
import { MESSENGER } from './errors.js';

const UPLOAD_TIMEOUT_MS = 120_000;

/** One message of the Send API, with a file to upload if it has one. */
export interface Outgoing {
  readonly message: object;
  readonly file?: { readonly blob: Blob; readonly filename: string };
  readonly replyTo?: string | undefined;
  /** A template that may be sent outside of the window. */
  readonly isUtility?: boolean;
}

/** The API of one page. All methods throw only `PlatformError`. */
export interface Messenger {
  /** Sends one message and returns its id. */
  send(psid: string, outgoing: Outgoing, signal: AbortSignal | undefined): Promise<string>;
  /** Id and name of the page; null when the API does not return them. */
  describePage(signal: AbortSignal | undefined): Promise<{ id: string | null; name: string | null }>;
  /** The name of a person. Needs a separate permission. */
  describePerson(psid: string, signal: AbortSignal | undefined): Promise<{ id: string; name: string }>;
  /** The templates of the page whose names contain `name`. */
  templates(name: string, signal: AbortSignal | undefined): Promise<object>;
}

const sent = z.object({ message_id: z.string().min(1) });
const described = z.object({
  // The id selects the page's events. A value that is not a number, such as a simulator's echo of "me", would exclude all of them.
  id: z
    .union([z.string().regex(/^\d+$/), z.number().transform(String)])
    .optional()
    .catch(undefined),
  name: z.string().optional(),
});

export function createMessenger({ credentials, endpoints, fetch }: MessengerContext): Messenger {
  const token = credentials.page_access_token;
  const root = `${endpoints['api'] ?? 'https://graph.facebook.com'}/${GRAPH_VERSION}`;

  const request = createRequester(MESSENGER, { fetch, token, appSecret: credentials.app_secret });
  const call = (path: string, init: RequestInit, signal: AbortSignal | undefined, timeoutMs?: number) => {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    return request(`${root}/${path}`, { ...init, headers }, { signal, timeoutMs });
  };

  async function describe(
    path: string,
    signal: AbortSignal | undefined,
  ): Promise<{ id?: string | undefined; name?: string | undefined }> {
    return described.catch({}).parse(await call(`${path}?fields=id,name`, {}, signal));
  }

  return {
    async send(psid, { message, file, replyTo, isUtility = false }, signal) {
      const fields = {
        recipient: { id: psid },
        messaging_type: isUtility ? 'UTILITY' : replyTo === undefined ? 'UPDATE' : 'RESPONSE',
        message,
        ...(replyTo !== undefined && { reply_to: { mid: replyTo } }),
      };
      const init = file === undefined ? asJson(fields) : { method: 'POST', body: asForm(fields, file) };
      const answer = sent.safeParse(await call('me/messages', init, signal, file && UPLOAD_TIMEOUT_MS));
      if (!answer.success) throw unusable(MESSENGER);
      return answer.data.message_id;
    },
    async describePage(signal) {
      const { id, name } = await describe('me', signal);
      return { id: id || null, name: name || null };
    },
    async describePerson(psid, signal) {
      const { name } = await describe(psid, signal);
      return { id: psid, name: name || psid };
    },
    templates: (name, signal) =>
      call(`me/message_templates?name=${name}&fields=${TEMPLATE_FIELDS}&limit=100`, {}, signal),
  };
}

function asJson(fields: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) };
}

function asForm(fields: object, { blob, filename }: NonNullable<Outgoing['file']>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.set('filedata', blob, filename);
  return form;
}
