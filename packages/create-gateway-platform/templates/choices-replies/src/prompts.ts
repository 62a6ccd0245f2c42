import type { Posted, Question } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';
import { notWritten } from './not-written.js';

/** How questions are posted. `deliver` passes on events. */
export function openPrompts(api: Api, context: Context) {
  return {
    deliver: context.deliver,
    sendPrompt: (question: Question, signal?: AbortSignal) => sendPrompt(api, question, signal),
  };
}

async function sendPrompt(_api: Api, _question: Question, _signal?: AbortSignal): Promise<Posted> {
  return notWritten(
    'sendPrompt in src/prompts.ts',
    'post the texts in order, and return the id of the last message and the ids of all',
  );
}
