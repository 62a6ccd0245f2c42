import type { DeliverEvents, Posted, Question } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';
import { createOptions, withOptions } from './choices.js';
import { sendMessage } from './messages.js';

export function openPrompts(api: Api, context: Context) {
  const options = createOptions(context);
  const deliver: DeliverEvents = async (events) => context.deliver(await Promise.all(events.map(options.read)));
  return {
    deliver,
    async sendPrompt({ target, texts, buttons }: Question, signal?: AbortSignal): Promise<Posted> {
      const messageIds: string[] = [];
      for (const [place, text] of texts.entries()) {
        const shown = place === texts.length - 1 ? withOptions(text, buttons) : text;
        messageIds.push((await sendMessage(api, { target, text: shown }, signal)).messageId);
      }
      const messageId = messageIds.at(-1) ?? '';
      await options.remember(target, messageId, buttons);
      return { messageId, messageIds, ref: null };
    },
  };
}
