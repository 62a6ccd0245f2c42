import { answerPrompt, createClient } from '@gateway/contract/values';
import { Unreachable } from '../../../lib/api.js';
import { queryClient } from '../../../lib/live/query-client.js';
import type { GivenAnswer } from '../answer/answer-form.js';
import { toast } from '../../../lib/page/toast.js';
import { promptQuery, refreshPrompts } from '../queries.js';
import { HeldAnswers } from './held-answers.js';
import { t } from './texts.js';

const REQUEST_TIMEOUT_MS = 30_000;
/** Browsers refuse to keep a larger request alive when its page is closed. */
const MAX_KEPT_CHARACTERS = 15_000;

/** Answers also while the page is being closed. */
const call = createClient({
  baseUrl: location.origin,
  fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
    const isSmall = typeof init?.body === 'string' && init.body.length < MAX_KEPT_CHARACTERS;
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    try {
      return await fetch(input, { ...init, signal, credentials: 'same-origin', keepalive: isSmall });
    } catch {
      throw new Unreachable();
    }
  },
});

/** Sends one answer and shows its record. Throws `GatewayError` or `Unreachable`. */
async function sendAnswer(num: number, answer: GivenAnswer): Promise<void> {
  const answered = await call(answerPrompt, { params: { id: String(num) }, body: answer });
  queryClient.setQueryData(promptQuery(num).queryKey, answered);
}

/** The answers of this page that are not accepted yet. */
export const heldAnswers = new HeldAnswers({
  send: sendAnswer,
  settled: (accepted) => {
    // Also after an error: someone else may have answered first, or only the response was lost.
    refreshPrompts(queryClient);
    if (accepted > 1) toast.success(t.answered(accepted));
  },
});
