import { createPendingTasks, explain } from '@gateway/platform-kit';
import type { Slack, SlackContext } from './api.js';
import type { Presser } from './inbound.js';
import { renderMessage, type MessageContent } from './render.js';

const RESPOND_TIMEOUT_MS = 5000;

/** Messages that only the person who pressed sees. They are sent in the background so that they do not delay the acknowledgement. */
export interface Notices {
  show(presser: Presser, notice: string): void;
  /** Waits until all notices are sent; aborts the remaining ones after `maxWaitMs`. */
  settle(maxWaitMs: number): Promise<void>;
}

export function createNotices({ call }: Slack, { endpoints, fetch, log }: SlackContext): Notices {
  const tasks = createPendingTasks();

  async function post({ channel, user, thread }: Presser, content: MessageContent, signal: AbortSignal): Promise<void> {
    const place = thread === undefined ? { channel, user } : { channel, user, thread_ts: thread };
    await call(signal, (web) => web.chat.postEphemeral({ ...place, ...content }));
  }

  /** Works also in a channel that the app is not a member of. */
  async function respond(url: string, content: MessageContent, signal: AbortSignal): Promise<boolean> {
    const { ok } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, ...content }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(RESPOND_TIMEOUT_MS)]),
    });
    return ok;
  }

  async function show(presser: Presser, notice: string, signal: AbortSignal): Promise<void> {
    const content = renderMessage(notice);
    try {
      await post(presser, content, signal);
    } catch (error) {
      const { responseUrl } = presser;
      const usable = responseUrl !== null && belongsTo(responseUrl, endpoints['api'] ?? '');
      if (usable && !signal.aborted && (await respond(responseUrl, content, signal).catch(() => false))) return;
      log.warn('The notice to a person who pressed could not be sent.', { reason: explain(error) });
    }
  }

  return {
    show: (presser, notice) => tasks.run((signal) => show(presser, notice, signal)),
    settle: tasks.settle,
  };
}

/** Security: anyone with the signing secret can sign a payload with any address, so only hosts of the API are called. */
function belongsTo(address: string, api: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(api)) return false;
  const [given, root] = [new URL(address), new URL(api)];
  return (
    given.protocol === root.protocol &&
    (given.hostname === root.hostname || given.hostname.endsWith(`.${root.hostname}`))
  );
}
