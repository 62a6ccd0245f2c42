import type { Changes, Clock } from '../ports.js';
import type { KeyStore } from './key-store.js';
import type { Principal } from './principal.js';

/** How often a key is looked at while it is used, should the announcement of its revocation not arrive. */
const LOOK_MS = 4000;

export interface KeyWatch {
  readonly keys: Pick<KeyStore, 'get'>;
  readonly changes: Changes;
  readonly clock: Clock;
}

/** A signal that aborts with `signal`, or soon after the principal's key was revoked: for requests that last. */
export function whileUnrevoked(
  { keys, changes, clock }: KeyWatch,
  { organizationId, keyId }: Principal,
  signal: AbortSignal,
): AbortSignal {
  if (keyId === null || signal.aborted) return signal;
  const ended = new AbortController();
  let cancel = () => {};

  const look = async (): Promise<void> => {
    // A database that cannot say is no reason to end: the next look asks again.
    const key = await keys.get(organizationId, keyId).catch(() => undefined);
    if (key === null || (key && key.revokedAt !== null)) end();
    else if (!ended.signal.aborted) lookLater();
  };
  const lookLater = (): void => {
    cancel();
    cancel = clock.after(LOOK_MS, () => void look());
  };
  const unsubscribe = changes.subscribe((change) => {
    if (change.kind === 'everything' || (change.kind === 'key' && change.id === keyId)) void look();
  });
  const end = (): void => {
    unsubscribe();
    cancel();
    signal.removeEventListener('abort', end);
    ended.abort();
  };
  signal.addEventListener('abort', end, { once: true });
  lookLater();
  return ended.signal;
}
