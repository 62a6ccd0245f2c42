import { randomBytes } from 'node:crypto';
import type { PersonFile } from '@gateway/sandbox/server';
import express, { type Router } from 'express';
import type { Message } from './types.js';

export interface Attachments {
  readonly router: Router;
  /** Stores the files of a message, and gives its attachments their addresses here. */
  store(message: Message, files: readonly PersonFile[]): void;
}

/**
 * The files of people, at addresses with a signature in place of a token, as on cdn.discordapp.com.
 * Source: https://discord.com/developers/docs/reference#signed-attachment-cdn-urls
 */
export function createAttachments(root: () => string): Attachments {
  const stored = new Map<string, { readonly file: PersonFile; readonly hm: string }>();
  const router = express.Router();
  router.get('/attachments/:channel/:id/:name', (request, response) => {
    const found = stored.get(request.params.id);
    if (!found || request.query['hm'] !== found.hm)
      return void response.status(404).type('text').send('This content is no longer available.');
    response.type(found.file.type).send(Buffer.from(found.file.bytes));
  });
  return {
    router,
    store({ channel_id, attachments }, files) {
      for (const [index, attachment] of attachments.entries()) {
        const file = files[index];
        if (!file) continue;
        const hm = randomBytes(32).toString('hex');
        stored.set(attachment.id, { file, hm });
        attachment.size = file.size ?? file.bytes.length;
        const name = encodeURIComponent(file.name);
        attachment.url = `${root()}/attachments/${channel_id}/${attachment.id}/${name}?ex=7fffffff&is=1&hm=${hm}&`;
      }
    },
  };
}
