import {
  createChannelProbe,
  createSealer,
  DEFAULT_ORGANIZATION,
  type ChannelRow,
  type Clock,
  type Platforms,
  type Store,
} from '@gateway/core';
import type { Logger } from 'pino';
import type { AddressRules } from '../network/addresses.js';
import type { Config } from '../settings/config.js';
import type { AdapterFetch } from '../fetch/adapter-fetch.js';
import { createIdentity } from '../service/identity.js';
import { endpointsOf } from '../platforms/endpoints.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Secrets } from '../secrets/secrets.js';
import type { CheckContext } from './check.js';

interface Parts {
  readonly config: Config;
  readonly store: Store | null;
  readonly storeProblem?: string;
  /** Text: why they cannot be read. */
  readonly secrets: Secrets | string;
  readonly localUrl: string | null;
  readonly platforms: Platforms;
  readonly rules: AddressRules;
  readonly adapters: Pick<AdapterFetch, 'networkFor'>;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Channels beyond this number are not tested. */
const MAX_CHANNELS = 200;

/** What one run of the checks needs. */
export function createCheckContext({
  secrets: given,
  sandbox,
  clock,
  log,
  storeProblem = '',
  ...parts
}: Parts): CheckContext {
  const { config, store, platforms, adapters } = parts;
  const secrets = typeof given === 'string' ? null : given;
  const sealer = secrets && createSealer(secrets.encryptionKey, secrets.encryptionKeysPrevious);
  const endpoints: CheckContext['endpointsOf'] = (platform) => endpointsOf(platform, config.endpoints);
  let channels: Promise<readonly ChannelRow[]> | null = null;
  return {
    ...parts,
    storeProblem: store === null ? storeProblem : null,
    sealer,
    secretsProblem: typeof given === 'string' ? given : null,
    identity: secrets && createIdentity(secrets.encryptionKey),
    endpointsOf: endpoints,
    probe:
      store &&
      sealer &&
      createChannelProbe({
        store,
        sealer,
        platforms,
        clock,
        log,
        endpointsOf: async (platform) => endpoints(platform),
        networkFor: adapters.networkFor,
      }),
    isSimulated: (platform, account) => sandbox.owns(platform, account),
    now: () => clock.now(),
    channels: () =>
      (channels ??=
        store?.channels.list(DEFAULT_ORGANIZATION, { isActive: true }, { limit: MAX_CHANNELS, before: null }) ??
        Promise.resolve([])),
  };
}
