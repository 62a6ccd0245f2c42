import { createRequester, GRAPH_VERSION, TEMPLATE_FIELDS, unusable } from '@gateway/graph-api';
import { isPlatformError, PlatformError } from '@gateway/platform-kit';
import { WhatsAppAPI } from 'whatsapp-api-js';
import type { ClientMessage } from 'whatsapp-api-js/types';
import { z } from 'zod';
import type { WhatsAppContext } from './credentials.js';
import { WHATSAPP } from './errors.js';

const GRAPH = 'https://graph.facebook.com';
const UPLOAD_TIMEOUT_MS = 120_000;

export interface SendOptions {
  /** The message to quote. */
  readonly replyTo?: string | undefined;
  /** Direct Send: the message may be outside of the window, and is billed as a utility message then. */
  readonly isUtility?: boolean | undefined;
}

/** The API of one business number. All methods throw only `PlatformError`. */
export interface WhatsApp {
  /** Sends one message and returns its id. */
  send(to: string, message: ClientMessage, options: SendOptions, signal: AbortSignal | undefined): Promise<string>;
  /** Uploads a file and returns its media id. */
  upload(file: Blob, filename: string, signal: AbortSignal | undefined): Promise<string>;
  /** The address of a media file, which is valid for some minutes. */
  mediaAddress(mediaId: string, signal: AbortSignal | undefined): Promise<string>;
  /** Id and name of the business number. */
  describe(signal: AbortSignal | undefined): Promise<{ id: string; name: string }>;
  /** Whether the token's app gets the events of a business account. */
  isSubscribed(businessAccount: string, signal: AbortSignal | undefined): Promise<boolean>;
  /** The templates of a business account whose names contain `name`. */
  templates(businessAccount: string, name: string, signal: AbortSignal | undefined): Promise<object>;
}

const sent = z.object({ messages: z.tuple([z.object({ id: z.string().min(1) })], z.unknown()) });
const uploaded = z.object({ id: z.union([z.string().min(1), z.number().transform(String)]) });
const media = z.object({ url: z.string() });
const described = z.object({
  display_phone_number: z.string().optional(),
  verified_name: z.string().optional(),
});

const graphId = z.union([z.string().min(1), z.number().transform(String)]);
const app = z.object({ id: graphId });
const subscribed = z.object({ data: z.array(z.object({ whatsapp_business_api_data: z.object({ id: graphId }) })) });

export function createWhatsApp({ credentials, endpoints, fetch }: WhatsAppContext): WhatsApp {
  const { access_token: token, phone_number_id: id } = credentials;
  const root = endpoints['api'] ?? GRAPH;

  const request = createRequester(WHATSAPP, { fetch, token, appSecret: credentials.app_secret });
  const call = (url: string, init: RequestInit, signal: AbortSignal | undefined, timeoutMs?: number) =>
    request(url.replace(GRAPH, root), init, { signal, timeoutMs });
  const get = (path: string, signal: AbortSignal | undefined) =>
    call(`${GRAPH}/${GRAPH_VERSION}/${path}`, { headers: { authorization: `Bearer ${token}` } }, signal);

  /** The SDK supports neither signals nor failed answers, so its fetch handles both. Creating one client per call is cheap. */
  const sdk = (signal: AbortSignal | undefined, timeoutMs?: number, isUtility = false) =>
    new WhatsAppAPI({
      token,
      v: GRAPH_VERSION,
      secure: false,
      ponyfill: {
        fetch: (async (url: string, init: RequestInit) =>
          Response.json(await call(url, isUtility ? asUtility(init) : init, signal, timeoutMs))) as typeof fetch,
      },
    });

  return {
    async send(to, message, { replyTo, isUtility }, signal) {
      const sending = sdk(signal, undefined, isUtility).sendMessage(id, to, message, replyTo);
      const answer = sent.safeParse(await withPlatformErrors(sending));
      if (!answer.success) throw unusable(WHATSAPP);
      return answer.data.messages[0].id;
    },
    async upload(file, filename, signal) {
      const form = new FormData();
      form.set('messaging_product', 'whatsapp');
      form.set('type', file.type);
      form.set('file', file, filename);
      // Without the SDK's check of types and sizes: the API checks more and explains what is wrong.
      const answer = uploaded.safeParse(
        await withPlatformErrors(sdk(signal, UPLOAD_TIMEOUT_MS).uploadMedia(id, form, false)),
      );
      if (!answer.success) throw unusable(WHATSAPP);
      return answer.data.id;
    },
    async mediaAddress(mediaId, signal) {
      const answer = media.safeParse(await get(`${encodeURIComponent(mediaId)}?phone_number_id=${id}`, signal));
      if (!answer.success) throw unusable(WHATSAPP);
      return answer.data.url;
    },
    async describe(signal) {
      const answer = await get(`${id}?fields=display_phone_number,verified_name`, signal);
      const { verified_name, display_phone_number } = described.catch({}).parse(answer);
      return { id, name: [verified_name, display_phone_number].filter(Boolean).join(', ') || id };
    },
    async isSubscribed(businessAccount, signal) {
      const { id: own } = app.parse(await get('app?fields=id', signal));
      const { data } = subscribed.parse(await get(`${businessAccount}/subscribed_apps`, signal));
      return data.some(({ whatsapp_business_api_data: { id } }) => id === own);
    },
    templates: (businessAccount, name, signal) =>
      get(`${businessAccount}/message_templates?name=${name}&fields=${TEMPLATE_FIELDS}&limit=100`, signal),
  };
}

/** The SDK knows no categories of free messages. */
function asUtility(init: RequestInit): RequestInit {
  const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as object;
  return { ...init, body: JSON.stringify({ ...body, category: 'utility' }) };
}

/** The SDK throws other errors on an answer of an unknown shape. */
function withPlatformErrors<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw isPlatformError(error) ? error : unusable(WHATSAPP);
  });
}

/** Creates a message with the SDK and converts the errors of its checks. */
export function build<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new PlatformError(
      'invalid',
      `WhatsApp does not accept the message: ${error instanceof Error ? error.message : ''}.`,
    );
  }
}
