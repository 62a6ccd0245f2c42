import type { Posted, Question } from '@gateway/platform-kit';

const MAX_BUTTONS = 5000;

/** Maps the tokens of recent buttons to the ids of their messages, because Messenger does not include the message in a press. */
export function createButtonMessageIndex() {
  const messages = new Map<string, string>();
  return {
    add({ buttons }: Question, { messageId }: Posted): void {
      for (const { token } of buttons) messages.set(token, messageId);
      for (const token of messages.keys()) {
        if (messages.size <= MAX_BUTTONS) break;
        messages.delete(token);
      }
    },
    find: (token: string): string | undefined => messages.get(token),
  };
}
