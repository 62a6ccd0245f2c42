import type { CheckResult } from '@gateway/contract';
import { each, failed, networkReason, ok, skipped, warning, type Check, type CheckContext } from './check.js';

const name = 'platforms';
const clock = 'clock';
/** The HTTP header has whole seconds, and the answer takes a while. Signatures are refused after 5 minutes. */
const MAX_DIFFERENCE_MS = 10_000;
const ANSWER_MS = 10_000;

/** Whether the API hosts of the channels' platforms answer, through the proxy, and whether the clock agrees with theirs. */
export const platformReach: Check = {
  name,
  timeoutMs: 20_000,
  async run(context, signal) {
    if (context.store === null) return [skipped(name, 'The database cannot be read.')];
    const used = new Set<string>();
    for (const { platform, account } of await context.channels())
      if (!(await context.isSimulated(platform, account))) used.add(platform);
    if (used.size === 0) return [skipped(name, 'No channel of a real platform is active.')];
    const times: number[] = [];
    const results = await each([...used].toSorted(), 4, (id) => reach(context, id, signal, times));
    return [...results, clockResult(times)];
  },
};

async function reach(
  { platforms, adapters, endpointsOf, now }: CheckContext,
  id: string,
  signal: AbortSignal,
  differences: number[],
): Promise<CheckResult> {
  const title = `platform ${id}`;
  const platform = await platforms.load(id);
  if (!platform)
    return failed(
      title,
      'Its adapter is not installed, so its channels do not work.',
      'Install it, or unregister its channels.',
    );
  const endpoints = endpointsOf(platform);
  const { fetch } = adapters.networkFor(platform, endpoints);
  const origins = [...new Set(Object.values(endpoints).map((url) => new URL(url)))]
    .filter(({ protocol }) => protocol === 'https:' || protocol === 'http:')
    .map(({ origin }) => origin);
  for (const origin of new Set(origins)) {
    try {
      const response = await fetch(`${origin}/`, {
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      await response.body?.cancel();
      const date = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(date)) differences.push(now() - date);
    } catch (error) {
      return failed(
        title,
        `${origin} cannot be reached: ${networkReason(error)}.`,
        'Check the network, the firewall, and HTTPS_PROXY and NO_PROXY.',
      );
    }
  }
  return ok(title, `${platform.name} can be reached.`);
}

function clockResult(differences: readonly number[]): CheckResult {
  const [difference] = differences.toSorted((left, right) => Math.abs(left) - Math.abs(right));
  if (difference === undefined) return skipped(clock, 'No platform told the time.');
  return Math.abs(difference) <= MAX_DIFFERENCE_MS
    ? ok(clock, 'The clock of this machine agrees with that of the platforms.')
    : warning(
        clock,
        `The clock of this machine is ${Math.round(Math.abs(difference) / 1000)} s ${difference > 0 ? 'ahead' : 'behind'}.`,
        'Synchronize it with NTP: signatures and expiry depend on it.',
      );
}
