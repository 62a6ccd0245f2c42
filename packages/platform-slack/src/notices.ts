import { isPlatformError } from '@gateway/platform-kit';
import type { Slack, SlackContext } from './api.js';
import type { Presser } from './inbound.js';
import { escape } from './mrkdwn.js';

/** Words that only the person who pressed sees. Sent beside the acknowledgement so that they do not hold it up. */
export interface Notices {
  show(presser: Presser, notice: string): void;
  /** Waits for what is on its way, but not longer than `limitMs`; what is left then is given up. */
  settle(limitMs: number): Promise<void>;
}

export function createNotices({ call }: Slack, { endpoints, fetch, log }: SlackContext): Notices {
  const underWay = new Set<Promise<void>>();
  const givenUp = new AbortController();

  async function post({ channel, user, thread }: Presser, text: string): Promise<void> {
    const place = thread === undefined ? { channel, user } : { channel, user, thread_ts: thread };
    await call(givenUp.signal, (web) => web.chat.postEphemeral({ ...place, text }));
  }

  /** Works also in a channel that the app is not in. */
  async function respond(url: string, text: string): Promise<boolean> {
    const { ok } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, text }),
      redirect: 'error',
      signal: AbortSignal.any([givenUp.signal, AbortSignal.timeout(5000)]),
    });
    return ok;
  }

  async function show(presser: Presser, notice: string): Promise<void> {
    const text = escape(notice);
    try {
      await post(presser, text);
    } catch (error) {
      const { responseUrl } = presser;
      const usable = responseUrl !== null && belongsTo(responseUrl, endpoints['api'] ?? '');
      if (usable && !givenUp.signal.aborted && (await respond(responseUrl, text).catch(() => false))) return;
      log.warn('A person could not be told what became of their press.', {
        reason: isPlatformError(error) ? error.explanation : 'adapter failure',
      });
    }
  }

  return {
    show(presser, notice) {
      const sent = show(presser, notice).finally(() => underWay.delete(sent));
      underWay.add(sent);
    },
    async settle(limitMs) {
      const timer = setTimeout(() => givenUp.abort(), limitMs);
      await Promise.all(underWay);
      clearTimeout(timer);
    },
  };
}

/** Whoever knows a signing secret can sign any payload: its addresses are called only on the hosts of the API itself. */
function belongsTo(address: string, api: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(api)) return false;
  const [given, root] = [new URL(address), new URL(api)];
  return (
    given.protocol === root.protocol &&
    (given.hostname === root.hostname || given.hostname.endsWith(`.${root.hostname}`))
  );
}
