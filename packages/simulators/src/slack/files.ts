import type { PersonFile } from '@gateway/sandbox/server';
import express, { type Router } from 'express';
import type { ShownFile, SlackFile } from './types.js';
import type { SlackState } from './state.js';

/** Stores a person's file. */
export function addFile(state: SlackState, { name, type, bytes, size }: PersonFile): SlackFile {
  const file = { id: state.newId('F'), name, type, size: size ?? bytes.length, bytes: Buffer.from(bytes) };
  state.files.set(file.id, file);
  return file;
}

/** A file as messages and `files.info` show it. Its addresses are below `root`. */
export function shownFile({ team }: SlackState, { id, name, size, type }: SlackFile, root: string): ShownFile {
  const place = `${root}/files-pri/${team.id}-${id}`;
  return {
    id,
    name,
    size,
    mode: 'hosted',
    file_access: 'visible',
    url_private: `${place}/${encodeURIComponent(name)}`,
    url_private_download: `${place}/download/${encodeURIComponent(name)}`,
    ...(type !== undefined && { mimetype: type }),
  };
}

/**
 * Serves files to the bot token with the scope `files:read`. Without it, Slack leads to its page to sign in, as to a browser.
 * Source: https://api.slack.com/scopes/files:read
 */
export function fileRouter({ app, team, files }: SlackState): Router {
  const router = express.Router();
  router.get(['/files-pri/:place/:name', '/files-pri/:place/download/:name'], (request, response) => {
    const isAllowed = request.headers.authorization === `Bearer ${app.botToken}` && app.scopes.has('files:read');
    if (!isAllowed || app.revoked) return response.redirect('/signin');
    const file = files.get(String(request.params['place']).slice(team.id.length + 1));
    if (!file) return void response.status(404).type('html').send('<title>File not found</title>');
    response.type(file.type ?? 'application/octet-stream').send(file.bytes);
  });
  router.get('/signin', (_request, response) => void response.type('html').send('<title>Sign in | Slack</title>'));
  return router;
}
