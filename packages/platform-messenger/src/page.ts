import type { AccountState } from '@gateway/platform-kit';
import type { Messenger } from './api.js';

const KEY = 'page_id';
/** Cache time of an answer without an id, so that not every event waits for a request. */
const UNKNOWN_PAGE_TTL_MS = 60_000;
const REQUEST_TIMEOUT_MS = 5000;

/** The page that the token belongs to. */
export interface Page {
  /** Requests id and name of the page from Messenger. */
  describe(signal: AbortSignal | undefined): Promise<{ id: string; name: string }>;
  /** The page's id in events, requested once; null when Messenger does not return it. Throws like `describe`. */
  id(): Promise<string | null>;
}

/** A token's page never changes, so its id is stored and remains valid after restarts and refused tokens. */
export function createPage(messenger: Pick<Messenger, 'describePage'>, state: AccountState, now: () => number): Page {
  let known: string | null = null;
  let requested: { readonly answer: Promise<string | null>; readonly until: number } | null = null;

  async function request(signal: AbortSignal | undefined): Promise<{ id: string | null; name: string | null }> {
    const page = await messenger.describePage(signal);
    if (page.id !== null && page.id !== known) {
      await state.set(KEY, page.id);
      known = page.id;
    }
    return page;
  }

  return {
    async describe(signal) {
      const { id, name } = await request(signal);
      return { id: id ?? 'me', name: name ?? id ?? 'me' };
    },
    async id() {
      known ??= await state.get(KEY);
      if (known !== null) return known;
      if (requested === null || now() >= requested.until) {
        const answer = request(AbortSignal.timeout(REQUEST_TIMEOUT_MS)).then(({ id }) => id);
        requested = { answer, until: now() + UNKNOWN_PAGE_TTL_MS };
      }
      return await requested.answer;
    },
  };
}
