import type { Request, Response } from 'express';
import type { TelegramState } from '@gateway/sandbox/telegram';

/** Server-sent events: one `change` for each change in the chats. */
export const chatEvents = (state: TelegramState) => (_request: Request, response: Response) => {
  response.set({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  const stop = state.watch.subscribe(({ kind, message }) => {
    response.write(`event: change\ndata: ${JSON.stringify({ kind, chat: message?.chat.id })}\n\n`);
  });
  response.on('close', stop);
};
