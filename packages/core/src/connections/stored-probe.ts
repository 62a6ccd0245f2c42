import type { Probe } from '@gateway/platform-kit';
import { templateOf } from '../channels/reply-window.js';
import { createCredentialVault } from '../credentials/credential-vault.js';
import type { Sealer } from '../credentials/sealer.js';
import type { Platforms } from '../base/platforms.js';
import { Refusal } from '../base/refusal.js';
import type { ChannelRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import { probe } from './probe.js';
import type { TemporaryConnectionDeps } from './temporary-connection.js';

interface StoredProbeOptions extends Omit<TemporaryConnectionDeps, 'stateOf'> {
  readonly store: Pick<Store, 'accountState'>;
  readonly platforms: Platforms;
  readonly sealer: Sealer;
}

/** Tests a stored channel on a temporary connection, without a running gateway. Records nothing and never rejects. */
export function createChannelProbe(options: StoredProbeOptions): (channel: ChannelRow) => Promise<Probe> {
  const { store, platforms, sealer } = options;
  const vault = createCredentialVault(sealer);
  const stateOf: TemporaryConnectionDeps['stateOf'] = (id) => ({
    get: (key) => store.accountState.get(id, key),
    set: async () => {},
  });
  return async (channel) => {
    const platform = await platforms.load(channel.platform);
    if (!platform) return failed(`The adapter of the platform "${channel.platform}" is not installed.`);
    try {
      const place = { ...channel, template: templateOf(channel) };
      return await probe({ ...options, stateOf }, platform, place, vault.open(channel));
    } catch (error) {
      if (error instanceof Refusal) return failed(error.message);
      throw error;
    }
  };
}

function failed(problem: string): Probe {
  return { ok: false, account: null, target: null, problems: [problem] };
}
