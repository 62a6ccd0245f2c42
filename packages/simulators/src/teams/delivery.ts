import type { Clock } from '@gateway/sandbox/server';
import type { Login, TokenOptions } from './login.js';
import type { Activity } from './types.js';

/** The bot's answer to an activity. Status 0: no answer. */
export interface Reply {
  readonly status: number;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
}

export interface DeliveryTiming {
  /** Wait before the first retry, in milliseconds; doubled for each further one. */
  readonly retryMs: number;
  readonly attempts: number;
  /** How long an answer may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** Posts signed activities to the bot. 5xx, 429 and missing answers are retried; other errors are not. */
export function createDelivery(login: Login, clock: Clock, timing: DeliveryTiming, signal: AbortSignal) {
  async function post(url: string, activity: Activity, options?: TokenOptions): Promise<Reply> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          authorization: `Bearer ${await login.sign(String(activity['serviceUrl']), options)}`,
        },
        body: JSON.stringify(activity),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timing.timeoutMs)]),
      });
      return { status: response.status, body: parsed(await response.text()) };
    } catch {
      return { status: 0, body: undefined };
    }
  }
  return {
    post,
    /** An invoke is not retried: the person waits for its answer. */
    async deliver(url: string, activity: Activity): Promise<Reply> {
      for (let attempt = 1; ; attempt += 1) {
        const reply = await post(url, activity);
        const isRetryable = reply.status === 0 || reply.status >= 500 || reply.status === 429;
        if (!isRetryable || activity.type === 'invoke' || attempt >= timing.attempts || signal.aborted) return reply;
        await clock.sleep(timing.retryMs * 2 ** (attempt - 1), signal);
      }
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
