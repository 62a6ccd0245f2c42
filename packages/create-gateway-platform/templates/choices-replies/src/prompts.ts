import type { DeliverEvents, Posted, Question } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';
import { createOptions } from './choices.js';
import { notWritten } from './not-written.js';

/** How questions are posted. `deliver` passes on events, with the numbers of options as presses. */
export function openPrompts(api: Api, context: Context) {
  const options = createOptions(context);
  const deliver: DeliverEvents = async (events) => context.deliver(await Promise.all(events.map(options.read)));
  return {
    deliver,
    async sendPrompt(question: Question, signal?: AbortSignal): Promise<Posted> {
      const posted = await sendPrompt(api, question, signal);
      await options.remember(question.target, posted.messageId, question.buttons);
      return posted;
    },
  };
}

async function sendPrompt(_api: Api, _question: Question, _signal?: AbortSignal): Promise<Posted> {
  return notWritten(
    'sendPrompt in src/prompts.ts',
    'post the texts in order, the last one by withOptions with its options, and return the id of that message and the ids of all',
  );
}
