import { createClient } from '@gateway/contract';
import type { Caller, Clock } from './caller.js';

export interface RemoteOptions {
  /** The address of the gateway. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** For how many seconds a request is retried. */
  readonly retrySec?: number;
}

const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** A caller in a process of its own, which calls the gateway over HTTP. */
export function remoteCaller({ baseUrl, apiKey, retrySec }: RemoteOptions): Caller {
  return {
    call: createClient({ baseUrl, ...(apiKey !== undefined && { apiKey }) }),
    clock: systemClock,
    id: publicPartOf(apiKey ?? ''),
    owns: () => true,
    isStopping: () => false,
    retryForMs: retrySec === undefined ? undefined : retrySec * 1000,
  };
}

/** The part of a key that is no secret. A key of another form has none. */
function publicPartOf(key: string): string {
  return /^gw_[0-9A-Za-z]{8}(?=_)/.exec(key)?.[0] ?? 'key';
}
