import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { CheckResult } from '@gateway/contract';
import { DEFAULT_ORGANIZATION } from '@gateway/core';
import type { AddressRules } from '../network/addresses.js';
import { guardedLookup } from '../network/outgoing.js';
import { each, failed, networkReason, ok, skipped, warning, type Check } from './check.js';

const name = 'receivers';
const PARALLEL = 8;
const CONNECT_MS = 10_000;
const MAX_FAILING = 100;

/** Connects to the receivers of callbacks, without a request: name, address rules, port and certificate. */
export const receivers: Check = {
  name,
  timeoutMs: 25_000,
  async run({ store, channels, rules, config }, signal) {
    if (store === null) return [skipped(name, 'The database cannot be read.')];
    const failing = await store.deliveries.failingReceivers(DEFAULT_ORGANIZATION, MAX_FAILING);
    const since = new Map(failing.map(({ destination, failingSince }) => [destination, failingSince]));
    const origins = new Set([
      ...(await channels()).flatMap(({ callbackUrl }) => (callbackUrl === null ? [] : [new URL(callbackUrl).origin])),
      ...[...since.keys()].filter((destination) => URL.canParse(destination)),
    ]);
    if (origins.size === 0) return [skipped(name, 'No channel has a callback_url.')];
    return await each([...origins], PARALLEL, async (origin): Promise<CheckResult> => {
      const title = `receiver ${origin}`;
      const isProxied = config.callbacksUseProxy && config.proxy !== null;
      const problem = isProxied ? null : await reach(new URL(origin), rules, signal);
      if (problem !== null)
        return failed(
          title,
          `It cannot be reached: ${problem}.`,
          'Start the receiver or correct the callback_url; OUTBOUND_ALLOWED_HOSTS allows private addresses.',
        );
      const failingSince = since.get(origin);
      if (failingSince)
        return warning(
          title,
          `It can be reached, but has accepted no callback since ${failingSince.toISOString()}.`,
          'See its deliveries in the console for the responses.',
        );
      return isProxied ? skipped(title, 'It is reached through the proxy.') : ok(title, 'It accepts connections.');
    });
  },
};

/** What prevents a connection; null: nothing. */
async function reach(origin: URL, rules: AddressRules, signal: AbortSignal): Promise<string | null> {
  const refusal = rules.refusesHost(origin.hostname);
  if (refusal !== null) return refusal.replace(/\.$/, '');
  const isTls = origin.protocol === 'https:';
  const host = origin.hostname.replace(/[[\]]/g, '');
  const port = Number(origin.port || (isTls ? 443 : 80));
  const options = { host, port, lookup: guardedLookup(rules) as never };
  const socket = isTls ? connectTls({ ...options, servername: host }) : connect(options);
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: limit });
    return null;
  } catch (error) {
    return networkReason(error);
  } finally {
    socket.on('error', () => {}).destroy();
  }
}
