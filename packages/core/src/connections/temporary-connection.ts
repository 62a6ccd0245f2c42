import type { AccountState, Connection, Credentials, Platform } from '@gateway/platform-kit';
import type { AccountId } from '../ports/system.js';
import type { EndpointsOf, NetworkFor } from './account.js';
import { adapterFailure } from './adapter-failure.js';
import { adapterLog } from './adapter-log.js';
import { closeConnection, openConnection } from './open-connection.js';
import type { Services } from '../ports/services.js';

export interface TemporaryConnectionDeps extends Pick<Services, 'clock' | 'log'> {
  readonly endpointsOf: EndpointsOf;
  readonly networkFor: NetworkFor;
  readonly stateOf: (account: AccountId) => AccountState;
}

/** Opens a temporary connection, runs `ask` and closes it. Open connections are not disturbed and no events are received. */
export async function withTemporaryConnection<T>(
  { clock, log, endpointsOf, networkFor, stateOf }: TemporaryConnectionDeps,
  platform: Platform,
  account: AccountId,
  credentials: Credentials,
  ask: (connection: Connection) => Promise<T>,
): Promise<T> {
  const endpoints = await endpointsOf(platform, account.account);
  const connection = await openConnection(clock, platform, {
    credentials,
    endpoints,
    webhookUrl: null,
    deliver: async () => {
      throw new Error('A temporary connection receives no events.');
    },
    reportDeliveries: async () => {},
    reportMoved: async () => {},
    state: stateOf(account),
    log: adapterLog(log, account),
    now: () => clock.now(),
    ...networkFor(platform, endpoints),
  });
  try {
    return await ask(connection);
  } finally {
    await closeConnection({ clock, log }, connection, { platform: platform.id }, (error) =>
      adapterFailure(error, credentials),
    );
  }
}
