import type { WebhookReply } from './connection.js';

/** The reply that rejects a webhook request. `detail` is one sentence for the person who reads the platform's delivery log. */
export function refuse(status: number, detail: string): WebhookReply {
  return { status, body: { detail } };
}

/** The value of a JSON text, given as a string or as UTF-8 bytes; undefined when it is not JSON. Never throws. */
export function parseJson(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : utf8(body)) as unknown;
  } catch {
    return undefined;
  }
}

/** Decodes UTF-8 bytes without copying them; invalid sequences become U+FFFD. */
export function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
