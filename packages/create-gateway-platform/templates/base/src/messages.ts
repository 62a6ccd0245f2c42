import type { OutboundMessage, Posted } from '@gateway/platform-kit';
import type { Api } from './api.js';
import { notWritten } from './not-written.js';

/** Posts a text. */
export async function sendMessage(_api: Api, _message: OutboundMessage, _signal?: AbortSignal): Promise<Posted> {
  return notWritten(
    'sendMessage in src/messages.ts',
    'post the text to the target, as a reply to replyTo if given, and return the id of the message',
  );
}
