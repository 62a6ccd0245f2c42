import type { ClosedPrompt, Posted, Question } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';
import { notWritten } from './not-written.js';

/** How questions are posted and closed. `deliver` passes on events. */
export function openPrompts(api: Api, { deliver }: Context) {
  return {
    deliver,
    sendPrompt: (question: Question, signal?: AbortSignal) => sendPrompt(api, question, signal),
    closePrompt: (closed: ClosedPrompt, signal?: AbortSignal) => closePrompt(api, closed, signal),
  };
}

async function sendPrompt(_api: Api, _question: Question, _signal?: AbortSignal): Promise<Posted> {
  return notWritten(
    'sendPrompt in src/prompts.ts',
    'post the texts in order with the buttons on the last one, each with its token, and return the id of that message and the ids of all',
  );
}

async function closePrompt(_api: Api, _closed: ClosedPrompt, _signal?: AbortSignal): Promise<void> {
  return notWritten(
    'closePrompt in src/prompts.ts',
    'replace the text of the message and remove its buttons, also when that was done before or the message was deleted',
  );
}
