import { createHash } from 'node:crypto';
import type { PersonFile } from '@gateway/sandbox/server';
import express, { type Router } from 'express';
import type { WhatsAppMessage, WhatsAppState } from './state.js';

/** Stores a person's file. Returns the part of the message that names it, with the text as its caption. */
export function mediaContent(
  { media }: WhatsAppState,
  { name, type, bytes }: PersonFile,
  text: string,
): { readonly content: object; readonly media: WhatsAppMessage['media'] } {
  const id = String(2_000_000_000_000_000 + media.size);
  const stored = Buffer.from(bytes);
  media.set(id, { type, name, size: stored.length, bytes: stored });
  const kind = ['image', 'video', 'audio'].find((one) => type.startsWith(`${one}/`)) ?? 'document';
  const part = {
    id,
    mime_type: type,
    sha256: createHash('sha256').update(stored).digest('base64'),
    ...(kind === 'document' && { filename: name }),
    ...(kind === 'audio' && { voice: type === 'audio/ogg' }),
    ...(text !== '' && { caption: text }),
  };
  return { content: { type: kind, [kind]: part }, media: { kind, id, filename: name } };
}

/**
 * The answer to `GET /<media id>`, undefined for an unknown id. Source:
 * https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media
 */
export function describeMedia({ media }: WhatsAppState, id: string, root: string): object | undefined {
  const found = media.get(id);
  if (!found?.bytes) return undefined;
  return {
    messaging_product: 'whatsapp',
    url: `${root}/whatsapp_business/attachments/?mid=${id}&ext=1999999999&hash=simulated`,
    mime_type: found.type,
    sha256: createHash('sha256').update(found.bytes).digest('hex'),
    file_size: found.size,
    id,
  };
}

/** Serves media to the token of a number, as lookaside.fbsbx.com does. */
export function mediaRouter({ media, numbers, revoked }: WhatsAppState): Router {
  const router = express.Router();
  router.get('/whatsapp_business/attachments/', (request, response) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const isKnown = [...numbers.values()].some(({ accessToken }) => accessToken === token);
    if (!isKnown || revoked.has(token)) return void response.status(401).json({ error: 'Authentication failed' });
    const { mid } = request.query as { mid?: string };
    const found = media.get(mid ?? '');
    if (!found?.bytes) return void response.status(404).end();
    response.type(found.type).send(found.bytes);
  });
  return router;
}
