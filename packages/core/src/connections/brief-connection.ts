import type { AccountState, Connection, Credentials, Platform } from '@gateway/platform-kit';
import type { AccountId, Clock, Logger } from '../ports.js';
import type { EndpointsOf } from './account.js';
import { adapterLog } from './adapter-log.js';

export interface BriefSurroundings {
  readonly clock: Clock;
  readonly log: Logger;
  readonly endpointsOf: EndpointsOf;
  readonly stateOf: (account: AccountId) => AccountState;
}

/** Opens a connection of its own, asks, and closes it: nothing that is connected already is disturbed, nothing is received. */
export async function brieflyConnected<T>(
  { clock, log, endpointsOf, stateOf }: BriefSurroundings,
  platform: Platform,
  account: AccountId,
  credentials: Credentials,
  ask: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await platform.connect({
    credentials,
    endpoints: await endpointsOf(platform, account.account),
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
    return await ask(connection);
  } finally {
    await connection.close();
  }
}
