import { GRAPH_VERSION, request, unusable } from '@gateway/graph-api';
import { isPlatformError, PlatformError, type ConnectionContext } from '@gateway/platform-kit';
import { WhatsAppAPI } from 'whatsapp-api-js';
import type { ClientMessage } from 'whatsapp-api-js/types';
import { z } from 'zod';
import { WHATSAPP } from './errors.js';
import type { WhatsAppCredentials } from './index.js';

const GRAPH = 'https://graph.facebook.com';

/** One business number. All methods throw nothing but `PlatformError`. */
export interface WhatsApp {
  /** Sends one message and returns its id. */
  send(
    to: string,
    message: ClientMessage,
    replyTo: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<string>;
  /** Uploads a file and returns its media id. */
  upload(file: Blob, filename: string, signal: AbortSignal | undefined): Promise<string>;
  /** Asks what the number is. */
  describe(signal: AbortSignal | undefined): Promise<{ id: string; name: string }>;
}

const sent = z.object({ messages: z.tuple([z.object({ id: z.string().min(1) })], z.unknown()) });
const uploaded = z.object({ id: z.union([z.string().min(1), z.number().transform(String)]) });
const described = z.object({
  display_phone_number: z.string().optional(),
  verified_name: z.string().optional(),
});

export function createWhatsApp({ credentials, endpoints, fetch }: ConnectionContext<WhatsAppCredentials>): WhatsApp {
  const { access_token: token, phone_number_id: id } = credentials;
  const root = endpoints['api'] ?? GRAPH;

  const ask = (url: string, init: RequestInit, signal: AbortSignal | undefined, timeoutMs?: number) =>
    request(WHATSAPP, url.replace(GRAPH, root), init, { fetch, token, signal, timeoutMs });

  /** The SDK knows neither signals nor failed answers: both are dealt with before it sees the answer. One per call costs nothing. */
  const sdk = (signal: AbortSignal | undefined, timeoutMs?: number) =>
    new WhatsAppAPI({
      token,
      v: GRAPH_VERSION,
      secure: false,
      ponyfill: {
        fetch: (async (url: string, init: RequestInit) =>
          Response.json(await ask(url, init, signal, timeoutMs))) as typeof fetch,
      },
    });

  return {
    async send(to, message, replyTo, signal) {
      const answer = sent.safeParse(await answered(sdk(signal).sendMessage(id, to, message, replyTo)));
      if (!answer.success) throw unusable(WHATSAPP);
      return answer.data.messages[0].id;
    },
    async upload(file, filename, signal) {
      const form = new FormData();
      form.set('messaging_product', 'whatsapp');
      form.set('type', file.type);
      form.set('file', file, filename);
      // The SDK's own check of types and sizes knows less than the API, which refuses in words.
      const answer = uploaded.safeParse(await answered(sdk(signal, 120_000).uploadMedia(id, form, false)));
      if (!answer.success) throw unusable(WHATSAPP);
      return answer.data.id;
    },
    async describe(signal) {
      const url = `${GRAPH}/${GRAPH_VERSION}/${id}?fields=display_phone_number,verified_name`;
      const answer = await ask(url, { headers: { authorization: `Bearer ${token}` } }, signal);
      const { verified_name, display_phone_number } = described.catch({}).parse(answer);
      return { id, name: [verified_name, display_phone_number].filter(Boolean).join(', ') || id };
    },
  };
}

/** The SDK trips over answers of another shape. */
function answered<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw isPlatformError(error) ? error : unusable(WHATSAPP);
  });
}

/** Builds a message with the SDK, whose checks throw plain errors. */
export function build<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new PlatformError(
      'invalid',
      `WhatsApp takes no such message: ${error instanceof Error ? error.message : ''}.`,
    );
  }
}
