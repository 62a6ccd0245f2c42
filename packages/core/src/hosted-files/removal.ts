import { startLoop, type Loop } from '../base/loop.js';
import type { Clock, Logger } from '../ports/system.js';
import type { Store } from '../ports/store.js';
import type { DueFile } from '../ports/questions/hosted-file-store.js';

const HOUR_MS = 3_600_000;
/** How often a file is checked while its prompt is open. */
export const CHECK_MS = 24 * HOUR_MS;
/** How long a file is served after the check that found its prompt closed: platforms fetch it whenever a person looks at the chat. */
const KEEP_MS = 3 * 24 * HOUR_MS;
const BATCH = 100;

/**
 * The background pass that deletes hosted files three to four days after their prompts were closed, and the files of answers after their
 * prompts were deleted. Any number of instances may run
 * it.
 */
export function startFileRemoval({ store, clock, log }: { store: Store; clock: Clock; log: Logger }): Loop {
  const { hostedFiles } = store;
  const stopped = new AbortController();

  async function pass(): Promise<number | null> {
    const now = clock.now();
    const due = await hostedFiles.due(new Date(now), BATCH);
    const inState = (state: string) => due.filter((file) => stateOf(file) === state).map(({ tokenHash }) => tokenHash);
    const [open, closed, ended] = [inState('open'), inState('closed'), inState('ended')];
    const endsAt = new Date(now + KEEP_MS);
    if (open.length > 0) await hostedFiles.reschedule(open, { checkAt: new Date(now + CHECK_MS), endsAt: null });
    if (closed.length > 0) await hostedFiles.reschedule(closed, { checkAt: endsAt, endsAt });
    for (const tokenHash of ended) {
      if (stopped.signal.aborted) return null;
      await hostedFiles.remove(tokenHash);
    }
    return due.length === BATCH ? now : null;
  }

  const loop = startLoop({ name: 'hosted files', clock, log, idleMs: HOUR_MS, pass });
  return {
    ...loop,
    async stop() {
      stopped.abort();
      await loop.stop();
    },
  };
}

function stateOf({ endsAt, promptState, ofAnswer }: DueFile): 'open' | 'closed' | 'ended' {
  if (endsAt !== null || promptState === null) return 'ended';
  if (ofAnswer) return 'open';
  return promptState === 'posting' || promptState === 'pending' ? 'open' : 'closed';
}
