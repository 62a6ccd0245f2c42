import type { Posted, Question } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';
import { sendMessage } from './messages.js';

export function openPrompts(api: Api, context: Context) {
  return {
    deliver: context.deliver,
    async sendPrompt({ target, texts }: Question, signal?: AbortSignal): Promise<Posted> {
      const messageIds: string[] = [];
      for (const text of texts) messageIds.push((await sendMessage(api, { target, text }, signal)).messageId);
      return { messageId: messageIds.at(-1) ?? '', messageIds, ref: null };
    },
  };
}
