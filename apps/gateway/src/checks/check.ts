import type { CheckResult } from '@gateway/contract';
import type { ChannelRow, Platforms, Sealer, Store, createChannelProbe } from '@gateway/core';
import type { Platform } from '@gateway/platform-kit';
import type { AddressRules } from '../network/addresses.js';
import type { Config } from '../settings/config.js';
import type { AdapterFetch } from '../fetch/adapter-fetch.js';
import type { Identity } from '../service/identity.js';

/** What the checks work with: that of the running service, or opened by the command gateway-server doctor. */
export interface CheckContext {
  readonly config: Config;
  /** Null: it cannot be opened. */
  readonly store: Store | null;
  /** Why the store cannot be opened. */
  readonly storeProblem: string | null;
  /** Null: a secret cannot be read. */
  readonly sealer: Sealer | null;
  /** Why a secret cannot be read. */
  readonly secretsProblem: string | null;
  readonly identity: Identity | null;
  /** The gateway's own address on this machine; null: not known. */
  readonly localUrl: string | null;
  readonly platforms: Platforms;
  readonly rules: AddressRules;
  readonly adapters: Pick<AdapterFetch, 'networkFor'>;
  readonly endpointsOf: (platform: Platform) => Readonly<Record<string, string>>;
  readonly probe: ReturnType<typeof createChannelProbe> | null;
  /** Whether an account is the simulated bot. */
  readonly isSimulated: (platform: string, account: string) => Promise<boolean>;
  readonly now: () => number;
  /** The active channels, read once; empty without a store. */
  readonly channels: () => Promise<readonly ChannelRow[]>;
}

export interface Check {
  /** Also the name of the result if the check itself fails. */
  readonly name: string;
  readonly timeoutMs: number;
  /** `signal` aborts when the time is over. */
  readonly run: (context: CheckContext, signal: AbortSignal) => Promise<readonly CheckResult[]>;
}

export const ok = (name: string, text: string): CheckResult => ({ name, state: 'ok', text, advice: null });
export const skipped = (name: string, text: string): CheckResult => ({ name, state: 'skipped', text, advice: null });
export const warning = (name: string, text: string, advice: string): CheckResult => ({
  name,
  state: 'warning',
  text,
  advice,
});
export const failed = (name: string, text: string, advice: string): CheckResult => ({
  name,
  state: 'failed',
  text,
  advice,
});

/** Runs `work` for each item, at most `parallel` at once, and keeps the order. */
export async function each<Item, Result>(
  items: readonly Item[],
  parallel: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = Array.from<Result>({ length: items.length });
  const queue = items.entries();
  const run = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: parallel }, run));
  return results;
}

/** Why an address could not be reached, in a few words without secrets. */
export function networkReason(error: unknown): string {
  const { cause, name } = error as Error;
  const { code = '', message } = (cause ?? error) as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return 'it did not answer in time';
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'the connection was refused: nothing listens there',
    ECONNRESET: 'the connection was closed',
    ENOTFOUND: 'its name does not resolve',
    EAI_AGAIN: 'its name does not resolve at the moment',
    ETIMEDOUT: 'it could not be reached in time',
    UND_ERR_CONNECT_TIMEOUT: 'it could not be reached in time',
    EHOSTUNREACH: 'there is no route to it',
    ENETUNREACH: 'there is no route to it',
    CERT_HAS_EXPIRED: 'its certificate has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
    SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  };
  if (known[code] !== undefined) return known[code];
  return code.startsWith('EPROXY_') ? `the proxy refused with ${code.slice(7)}` : message.replace(/\.$/, '');
}
