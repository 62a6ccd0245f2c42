import { randomBytes } from 'node:crypto';
import type { PersonFile } from '@gateway/sandbox/server';
import express, { type Router } from 'express';

export interface Attachments {
  readonly router: Router;
  /** Stores a person's file. Returns the attachment of the message, whose address is below `root`. */
  add(file: PersonFile, root: string): { readonly type: string; readonly payload: { readonly url: string } };
}

/** The files of people, at addresses that cannot be guessed, so that they need no token. */
export function createAttachments(): Attachments {
  const stored = new Map<string, PersonFile>();
  const router = express.Router();
  router.get('/v/attachments/:id', (request, response) => {
    const file = stored.get(request.params.id);
    if (!file) return void response.status(404).type('text').send('URL signature mismatch');
    response.type(file.type).send(Buffer.from(file.bytes));
  });
  return {
    router,
    add(file, root) {
      const id = randomBytes(16).toString('hex');
      stored.set(id, file);
      const type = ['image', 'video', 'audio'].find((kind) => file.type.startsWith(`${kind}/`)) ?? 'file';
      return { type, payload: { url: `${root}/v/attachments/${id}` } };
    },
  };
}
