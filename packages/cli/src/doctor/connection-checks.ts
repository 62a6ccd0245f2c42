import { Gateway } from '@gateway/client';
import type { Context } from '../context.js';
import { aboutGateway, type About } from '../setup/access.js';
import { version } from '../version.js';
import { check, type Check } from './check.js';

/** Receivers refuse a signature that is older or newer. */
const SIGNATURE_TOLERANCE_MS = 300_000;
/** The header `Date` has seconds. */
const NOTABLE_DIFFERENCE_MS = 5000;

interface Connection {
  readonly checks: readonly Check[];
  /** Null: the address is not reached. */
  readonly about: About | null;
}

/** Whether the gateway is reached, its version, and its clock. */
export async function checkConnection(context: Context): Promise<Connection> {
  const { settings, signal } = context;
  const { url, file } = settings;
  const advice = `Correct the address: --url, GATEWAY_URL or ${file}.`;
  let serverTime: string | null = null;
  const startedAt = Date.now();
  const noting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    serverTime = response.headers.get('date');
    return response;
  };
  try {
    const gateway = new Gateway({ url, retrySec: 0, fetch: noting });
    const reply = await gateway.request<{ readonly status?: string } | null>({
      method: 'GET',
      path: '/healthz',
      signal,
    });
    if (reply?.status !== 'ok')
      return { checks: [check('address', 'failed', `The server at ${url} is no gateway.`, advice)], about: null };
  } catch (error) {
    signal.throwIfAborted();
    return { checks: [check('address', 'failed', (error as Error).message, advice)], about: null };
  }
  const clock = clockCheck(serverTime, startedAt, Date.now());
  try {
    const about = await aboutGateway(context);
    const checks = [check('address', 'ok', `${url} is reached.`), versionCheck(about), clock];
    return { checks, about };
  } catch (error) {
    signal.throwIfAborted();
    return { checks: [check('address', 'failed', (error as Error).message, advice), clock], about: null };
  }
}

function versionCheck(about: About): Check {
  const text = `The gateway has version ${about.version}, the command ${version}.`;
  return about.version === version
    ? check('version', 'ok', text)
    : check('version', 'warning', text, `Install @gateway/cli in the version of the gateway.`);
}

function clockCheck(header: string | null, startedAt: number, endedAt: number): Check {
  const time = Date.parse(header ?? '');
  if (Number.isNaN(time)) return check('clock', 'skipped', 'The gateway does not say its time.');
  const differenceMs = Math.max(startedAt - time - 1000, time - endedAt, 0);
  const seconds = Math.round(differenceMs / 1000);
  if (differenceMs >= SIGNATURE_TOLERANCE_MS)
    return check(
      'clock',
      'warning',
      `The clocks differ by ${seconds} s: signatures of callbacks are refused.`,
      'Set the clock of this machine, or of the gateway.',
    );
  const text = differenceMs < NOTABLE_DIFFERENCE_MS ? 'The clocks agree.' : `The clocks differ by ${seconds} s.`;
  return check('clock', 'ok', text);
}
