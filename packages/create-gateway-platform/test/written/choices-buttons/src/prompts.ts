import type { ClosedPrompt, Posted, Question } from '@gateway/platform-kit';
import type { Api, Context } from './api.js';

export function openPrompts(api: Api, { deliver }: Context) {
  return {
    deliver,
    async sendPrompt({ target, texts, buttons }: Question, signal?: AbortSignal): Promise<Posted> {
      const messageIds: string[] = [];
      for (const [place, text] of texts.entries()) {
        const shown = place === texts.length - 1 ? buttons.map(({ label, token: value }) => ({ label, value })) : [];
        const body = { text, buttons: shown };
        const { id } = (await api.call('POST', `/rooms/${target}/messages`, body, signal)) as { id: string };
        messageIds.push(id);
      }
      return { messageId: messageIds.at(-1) ?? '', messageIds, ref: null };
    },
    async closePrompt({ target, messageId, text }: ClosedPrompt, signal?: AbortSignal): Promise<void> {
      await api.call('PATCH', `/rooms/${target}/messages/${messageId}`, { text }, signal);
    },
  };
}
