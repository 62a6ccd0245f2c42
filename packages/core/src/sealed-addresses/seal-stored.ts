import { startLoop, type Loop } from '../base/loop.js';
import type { AddressVault } from './address-vault.js';
import { firstPlace, isEnd, sealPage, type Place } from './seal-page.js';
import type { Services } from '../ports/services.js';

const STATE = 'sealed-addresses';
/** After the work is done the loop sleeps as long as possible. */
const IDLE_MS = 2 ** 31 - 1;

/** Progress with a set of keys. */
interface Progress extends Place {
  readonly keys: string;
}

export interface SealingOptions extends Services {
  readonly addresses: AddressVault;
  /** Ids of the encryption keys: with other keys the work starts again. */
  readonly keys: string;
}

/**
 * Seals addresses that an older version stored in plain text, or that an older key sealed: once per set of encryption keys, in small
 * batches in the background. After a crash, or with several instances, a batch may be done twice, which is harmless.
 */
export function startSealing({ store, addresses, keys, clock, log }: SealingOptions): Loop {
  let progress: Progress | null = null;
  let changed = 0;
  return startLoop({
    name: 'sealing stored addresses',
    clock,
    log,
    idleMs: IDLE_MS,
    async pass() {
      progress ??= progressFrom(await store.storedTexts.recall(STATE), keys);
      if (isEnd(progress)) return null;
      const page = await sealPage(store.storedTexts, addresses, progress);
      changed += page.changed;
      progress = { keys, ...page.next };
      await store.storedTexts.remember(STATE, JSON.stringify(progress));
      if (changed > 0 && isEnd(progress)) log.info({ changed }, 'Stored addresses are sealed');
      return clock.now();
    },
  });
}

function progressFrom(remembered: string | null, keys: string): Progress {
  const progress = remembered === null ? null : (JSON.parse(remembered) as Progress);
  return progress?.keys === keys ? progress : { keys, ...firstPlace };
}
