import { isDeepStrictEqual } from 'node:util';
import type { PostedRef } from '@gateway/platform-kit';
import { startLoop, type Loop } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import type { Store } from '../store.js';
import type { PromptMessage } from '../rows.js';
import { mapAddresses, type AddressVault } from './address-vault.js';
import { addressColumns, type AddressColumn, type RowKey } from './stored-text-store.js';

const BATCH = 500;
const STATE = 'sealed-addresses';
/** After the work is done the loop sleeps as long as possible. */
const IDLE_MS = 2 ** 31 - 1;

/** Progress with a set of keys. `column`: index in `addressColumns`; its length: done. */
interface Progress {
  readonly keys: string;
  readonly column: number;
  readonly after: RowKey | null;
}

export interface SealingOptions {
  readonly store: Store;
  readonly addresses: AddressVault;
  /** Ids of the encryption keys: with other keys the work starts again. */
  readonly keys: string;
  readonly clock: Clock;
  readonly log: Logger;
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
      const column = addressColumns[progress.column];
      if (column === undefined) return null;
      const rows = await store.storedTexts.page(column, progress.after, BATCH);
      const changes = rows.flatMap(({ text, ...key }) => {
        const after = text === null ? null : resealed(column, text, addresses);
        return text === null || after === null ? [] : [{ ...key, before: text, after }];
      });
      if (changes.length > 0) await store.storedTexts.replace(column, changes);
      changed += changes.length;
      const last = rows.length < BATCH ? undefined : rows.at(-1);
      progress = last
        ? { keys, column: progress.column, after: { organizationId: last.organizationId, id: last.id } }
        : { keys, column: progress.column + 1, after: null };
      await store.storedTexts.remember(STATE, JSON.stringify(progress));
      if (changed > 0 && progress.column === addressColumns.length)
        log.info({ changed }, 'Stored addresses are sealed');
      return clock.now();
    },
  });
}

function progressFrom(remembered: string | null, keys: string): Progress {
  const progress = remembered === null ? null : (JSON.parse(remembered) as Progress);
  return progress?.keys === keys ? progress : { keys, column: 0, after: null };
}

function resealed(column: AddressColumn, text: string, addresses: AddressVault): string | null {
  const renewedRef = (ref: PostedRef | null) => mapAddresses(ref, (value) => addresses.resealed(value) ?? value);
  if (column === 'prompt.message_ref') return changedJson(text, renewedRef);
  if (column === 'prompt.other_messages')
    return changedJson(text, (messages: PromptMessage[]) =>
      messages.map((message) => ({ ...message, ref: renewedRef(message.ref) })),
    );
  return addresses.resealed(text);
}

/** JSON with a changed value; null: the value did not change. */
function changedJson<Value>(json: string, change: (value: Value) => Value): string | null {
  const before = JSON.parse(json) as Value;
  const after = change(before);
  return isDeepStrictEqual(before, after) ? null : JSON.stringify(after);
}
