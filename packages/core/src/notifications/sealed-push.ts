import type { Sealer } from '../credentials/sealer.js';
import type { Store } from '../ports/store.js';
import type { DeviceRow } from '../ports/people/notification-store.js';
import { newPushKeys, type PushKeys, type PushTarget } from './push-encryption.js';

const KEYS = 'push keys';
/** Binds the sealed subscription to its device. */
const contextOf = ({ organizationId, id }: Pick<DeviceRow, 'organizationId' | 'id'>) =>
  `push device ${organizationId}/${id}`;

/** The sealed secrets of Web Push: the key pair of the installation, and the subscriptions of the devices. */
export interface PushVault {
  /** The same key pair on all instances, generated at the first use. Rejects when no known encryption key opens it. */
  keys(): Promise<PushKeys>;
  seal(device: Pick<DeviceRow, 'organizationId' | 'id'>, target: PushTarget): string;
  /** Throws when no known encryption key opens it. */
  open(device: DeviceRow): PushTarget;
}

export function createPushVault({ notifications }: Pick<Store, 'notifications'>, sealer: Sealer): PushVault {
  let known: Promise<PushKeys> | null = null;
  const read = async () => {
    const sealed =
      (await notifications.keys()) ?? (await notifications.addKeys(sealer.seal(JSON.stringify(newPushKeys()), KEYS)));
    return JSON.parse(sealer.open(sealed, KEYS)) as PushKeys;
  };
  return {
    async keys() {
      known ??= read();
      try {
        return await known;
      } catch (error) {
        known = null;
        throw error;
      }
    },
    seal: (device, target) => sealer.seal(JSON.stringify(target), contextOf(device)),
    open: (device) => JSON.parse(sealer.open(device.subscription, contextOf(device))) as PushTarget,
  };
}

/** Seals the key pair and the subscriptions with the current key. `unreadable`: how many no known key opens. */
export async function resealPush(
  { store, sealer }: { readonly store: Pick<Store, 'notifications'>; readonly sealer: Sealer },
  organizationId: string,
): Promise<{ readonly changed: number; readonly unreadable: number }> {
  const { notifications } = store;
  let changed = 0;
  let unreadable = 0;
  const again = async (sealed: string, context: string, replace: (after: string) => Promise<boolean>) => {
    if (sealer.isCurrent(sealed)) return;
    let after: string;
    try {
      after = sealer.seal(sealer.open(sealed, context), context);
    } catch {
      unreadable += 1;
      return;
    }
    if (await replace(after)) changed += 1;
  };
  const keys = await notifications.keys();
  if (keys !== null) await again(keys, KEYS, (after) => notifications.replaceKeys({ before: keys, after }));
  for (const device of await notifications.allDevices(organizationId))
    await again(device.subscription, contextOf(device), (after) => notifications.resealDevice(device, after));
  return { changed, unreadable };
}
