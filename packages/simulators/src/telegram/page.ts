import { fileURLToPath } from 'node:url';
import express, { type Express } from 'express';
import type { TelegramState } from '@gateway/sandbox/telegram';
import { chatEvents } from './events.js';

// The path is the same from src/telegram and from dist/telegram.
const ASSETS = fileURLToPath(new URL('../../assets/telegram', import.meta.url));
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'none'; " +
  "base-uri 'none'; frame-ancestors 'none'";

/** Serves the chat window at `/`, with its live events and the files that it shows. */
export function serveChatPage(app: Express, state: TelegramState): void {
  app.get('/', (_request, response) => {
    response.set('content-security-policy', POLICY).sendFile('index.html', { root: ASSETS });
  });
  app.use('/assets', express.static(ASSETS));
  app.get('/control/events', chatEvents(state));
  app.get('/control/files/:fileId', (request, response) => {
    const file = state.files.get(request.params.fileId);
    if (!file) {
      response.status(404).json({ detail: 'No such file' });
      return;
    }
    // An uploaded HTML file must not run with this page's origin.
    response.set({ 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' });
    response.type(file.type.startsWith('image/') ? file.type : 'application/octet-stream').send(file.bytes);
  });
}
