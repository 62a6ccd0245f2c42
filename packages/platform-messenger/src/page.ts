import type { AccountState } from '@gateway/platform-kit';
import type { Messenger } from './api.js';

const KEY = 'page_id';
/** So long an answer stands that tells no id: events must not wait for a question each. */
const PATIENCE_MS = 60_000;

/** The page behind a token, which only Messenger can tell. */
export interface Page {
  /** Asks Messenger what the page is. */
  describe(signal: AbortSignal | undefined): Promise<{ id: string; name: string }>;
  /** What events call it, asked for once; null: Messenger does not say. Throws as `describe`. */
  id(): Promise<string | null>;
}

/** A token's page never changes, so its id outlasts restarts and refused tokens. */
export function createPage(messenger: Pick<Messenger, 'describePage'>, state: AccountState, now: () => number): Page {
  let known: string | null = null;
  let asked: { readonly answer: Promise<string | null>; readonly until: number } | null = null;

  async function ask(signal: AbortSignal | undefined): Promise<{ id: string | null; name: string | null }> {
    const page = await messenger.describePage(signal);
    if (page.id !== null && page.id !== known) {
      await state.set(KEY, page.id);
      known = page.id;
    }
    return page;
  }

  return {
    async describe(signal) {
      const { id, name } = await ask(signal);
      return { id: id ?? 'me', name: name ?? id ?? 'me' };
    },
    async id() {
      known ??= await state.get(KEY);
      if (known !== null) return known;
      if (asked === null || now() >= asked.until) {
        const answer = ask(AbortSignal.timeout(5000)).then(({ id }) => id);
        asked = { answer, until: now() + PATIENCE_MS };
      }
      return await asked.answer;
    },
  };
}
