import type { Log } from '@gateway/platform-kit';
import type { AccountId, Logger } from '../ports/system.js';

/** The log for an adapter, with the platform and account in every line. */
export function adapterLog(log: Logger, id: AccountId): Log {
  const fields = { platform: id.platform, account: id.account.slice(0, 8) };
  return {
    debug: (message, more) => log.debug({ ...more, ...fields }, message),
    info: (message, more) => log.info({ ...more, ...fields }, message),
    warn: (message, more) => log.warn({ ...more, ...fields }, message),
    error: (message, more) => log.error({ ...more, ...fields }, message),
  };
}
