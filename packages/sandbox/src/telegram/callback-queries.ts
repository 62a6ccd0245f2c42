import type { Clock } from '../server/clock.js';

/** What a person sees after a press. */
export interface PressAnswer {
  /** The notification's text; '' when the answer has none; null when the bot did not answer in time. */
  notice: string | null;
  /** The notification was shown as a dialog. */
  alert: boolean;
  /** A URL that the client opens. */
  url?: string;
}

interface Query {
  botId: number;
  expiresAt: number;
  answer: (answer: PressAnswer) => void;
}

/** Presses that wait for answerCallbackQuery. Each can be answered once within `timeoutMs`. */
export function createCallbackQueries(clock: Clock, timeoutMs: number) {
  const open = new Map<string, Query>();
  let last = 4_000_000_000_000_000n;
  return {
    /** Registers a press; `answer` is called at most once. */
    open(botId: number, answer: (answer: PressAnswer) => void): string {
      // Removes expired presses. All have the same timeout, so the oldest come first.
      for (const [id, query] of open) {
        if (query.expiresAt >= clock.now()) break;
        open.delete(id);
      }
      const id = String((last += 7n));
      open.set(id, { botId, expiresAt: clock.now() + timeoutMs, answer });
      return id;
    },
    /** False when the query is unknown, expired, already answered, or belongs to another bot. */
    answer(botId: number, id: string, answer: PressAnswer): boolean {
      const query = open.get(id);
      if (!query || query.botId !== botId) return false;
      open.delete(id);
      if (query.expiresAt < clock.now()) return false;
      query.answer(answer);
      return true;
    },
  };
}
