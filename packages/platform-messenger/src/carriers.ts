import type { Posted, Question } from '@gateway/platform-kit';

const KEPT = 5000;

/** Remembers in which message the newest buttons were posted, which Messenger does not tell with a press. */
export function createCarriers() {
  const carriers = new Map<string, string>();
  return {
    note({ buttons }: Question, { messageId }: Posted): void {
      for (const { token } of buttons) carriers.set(token, messageId);
      for (const token of carriers.keys()) {
        if (carriers.size <= KEPT) break;
        carriers.delete(token);
      }
    },
    of: (token: string): string | undefined => carriers.get(token),
  };
}
