import { randomBytes } from 'node:crypto';
import { outcomePrompt } from '../outcome.js';
import type { Context } from '../context.js';
import { callbackOf, type Callback } from './callbacks.js';
import { forward, signedHeaders } from './forwarding.js';

interface Following {
  readonly channelIds: readonly string[] | undefined;
  readonly lastEventId: string | undefined;
  readonly forwardTo: string | undefined;
  /** Undefined: a new one is made. */
  readonly secret: string | undefined;
}

/** Follows the event stream, and prints and forwards what callbacks would contain, until the signal aborts. */
export async function follow(
  context: Context,
  { channelIds, lastEventId, forwardTo, secret }: Following,
): Promise<void> {
  const { gateway, output, signal, settings } = context;
  const key = secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  output.note(`Following the events of ${settings.url}.`);
  if (forwardTo !== undefined && secret === undefined)
    output.note(`CALLBACK_SIGNING_SECRET is not set. Callbacks to ${forwardTo} are signed with: ${key}`);

  const deliver = async (callback: Callback, eventId: string) => {
    const body = JSON.stringify(callback);
    const status =
      forwardTo === undefined ? undefined : await forward(forwardTo, body, signedHeaders(callback, body, key), signal);
    output.result({ event: callback, stream_id: eventId, ...forwarded(status) }, `${body}${forwardedText(status)}`);
  };
  const types = ['prompt.answered', 'prompt.expired', 'prompt.withdrawn', 'message.created'] as const;
  for await (const event of gateway.events({ types, channelIds, lastEventId, signal })) {
    if (event.data.type === 'stream.gap') output.note('Events before this one are no longer kept.');
    const delivered = callbackOf(event, (prompt) => outcomePrompt(context, prompt)).then(async (callback) => {
      if (callback) await deliver(callback, event.id);
    });
    // Texts keep their order. An answer can wait for words, and must not delay what follows.
    if (event.data.type === 'message.created') await delivered;
    else void delivered.catch((error: Error) => output.note(`gateway: ${error.message}`));
  }
}

export function forwarded(status: number | null | undefined): object {
  return status === undefined ? {} : { forwarded: status };
}

export function forwardedText(status: number | null | undefined): string {
  if (status === undefined) return '';
  return status === null ? '\n  not forwarded: no response' : `\n  forwarded: ${status}`;
}
