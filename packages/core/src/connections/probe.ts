import { isPlatformError, type AccountState, type Credentials, type Platform, type Probe } from '@gateway/platform-kit';
import type { AccountId, Clock, Logger } from '../ports.js';
import { adapterLog } from './adapter-log.js';

const PROBE_TIMEOUT_MS = 15_000;

export interface ProbeSurroundings {
  readonly clock: Clock;
  readonly log: Logger;
  readonly endpointsOf: (platform: Platform) => Readonly<Record<string, string>>;
  readonly stateOf: (account: AccountId) => AccountState;
}

/** Opens a connection of its own, asks, and closes it: nothing that is connected already is disturbed, nothing is received. */
export async function probe(
  { clock, log, endpointsOf, stateOf }: ProbeSurroundings,
  platform: Platform,
  account: AccountId & { readonly targetChatId: string },
  credentials: Credentials,
): Promise<Probe> {
  try {
    const connection = await platform.connect({
      credentials,
      endpoints: endpointsOf(platform),
      webhookUrl: null,
      deliver: async () => {
        throw new Error('A connection that only asks receives nothing.');
      },
      state: stateOf(account),
      log: adapterLog(log, account),
      now: () => clock.now(),
      fetch,
    });
    try {
      return await connection.probe(account.targetChatId, AbortSignal.timeout(PROBE_TIMEOUT_MS));
    } finally {
      await connection.close();
    }
  } catch (error) {
    const problem = isPlatformError(error)
      ? error.explanation
      : `${platform.name} could not be asked: its adapter failed unexpectedly.`;
    return { ok: false, account: null, target: null, problems: [problem] };
  }
}
