import { GRAPH_VERSION, request, unusable } from '@gateway/graph-api';
import type { ConnectionContext } from '@gateway/platform-kit';
import { z } from 'zod';
import { MESSENGER } from './errors.js';
import type { MessengerCredentials } from './index.js';

/** One message as the Send API takes it, with the file that it attaches, if any. */
export interface Outgoing {
  readonly message: object;
  readonly file?: { readonly blob: Blob; readonly filename: string };
  readonly replyTo?: string | undefined;
}

/** One page. All methods throw nothing but `PlatformError`. */
export interface Messenger {
  /** Sends one message and returns its id. */
  send(psid: string, outgoing: Outgoing, signal: AbortSignal | undefined): Promise<string>;
  /** What the page is, as far as it is told. */
  describePage(signal: AbortSignal | undefined): Promise<{ id: string | null; name: string | null }>;
  /** What the page may know of a person, which needs a permission of its own. */
  describePerson(psid: string, signal: AbortSignal | undefined): Promise<{ id: string; name: string }>;
}

const sent = z.object({ message_id: z.string().min(1) });
const described = z.object({
  // By its id a page's events are told from another's: what is no number (a stand-in's echo of "me") would shut out its own.
  id: z
    .union([z.string().regex(/^\d+$/), z.number().transform(String)])
    .optional()
    .catch(undefined),
  name: z.string().optional(),
});

export function createMessenger({ credentials, endpoints, fetch }: ConnectionContext<MessengerCredentials>): Messenger {
  const token = credentials.page_access_token;
  const root = `${endpoints['api'] ?? 'https://graph.facebook.com'}/${GRAPH_VERSION}`;

  const ask = (path: string, init: RequestInit, signal: AbortSignal | undefined, timeoutMs?: number) => {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    return request(MESSENGER, `${root}/${path}`, { ...init, headers }, { fetch, token, signal, timeoutMs });
  };

  async function describe(
    path: string,
    signal: AbortSignal | undefined,
  ): Promise<{ id?: string | undefined; name?: string | undefined }> {
    return described.catch({}).parse(await ask(`${path}?fields=id,name`, {}, signal));
  }

  return {
    async send(psid, { message, file, replyTo }, signal) {
      const fields = {
        recipient: { id: psid },
        messaging_type: replyTo === undefined ? 'UPDATE' : 'RESPONSE',
        message,
        ...(replyTo !== undefined && { reply_to: { mid: replyTo } }),
      };
      const init = file === undefined ? asJson(fields) : { method: 'POST', body: asForm(fields, file) };
      const answer = sent.safeParse(await ask('me/messages', init, signal, file && 120_000));
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
