import { hmacHex } from '@gateway/platform-kit';
import { webhookRequest } from '@gateway/platform-kit/testing';
import type { Clock } from '@gateway/simulators';
import type { EventSource, Happened } from './simulator.js';

export const mode = 'webhook';
const RETRY_MS = 20;

/**
 * Events that are posted to the address that the bot has set by `PUT /webhook`, until the answer is 200. The header `x-signature` is the
 * HMAC-SHA256 of the timestamp, a dot and the body, with the token as the key.
 */
export function openEvents(token: string, clock: Clock): EventSource {
  const closed = new AbortController();
  const acknowledged = new Set<string>();
  let address: string | null = null;
  let newest: Happened | undefined;
  let lastId = 0;

  const signed = (body: string, key = token, seconds = Math.floor(clock.now() / 1000)) => ({
    'x-timestamp': String(seconds),
    'x-signature': hmacHex(key, `${seconds}.${body}`),
  });
  const post = async (event: Happened): Promise<void> => {
    const body = JSON.stringify({ events: [event] });
    const to = address;
    if (to === null) return;
    while (!closed.signal.aborted) {
      const headers = { 'content-type': 'application/json', ...signed(body) };
      const response = await fetch(to, { method: 'POST', headers, body, signal: closed.signal }).catch(() => null);
      if (response?.status === 200) return void acknowledged.add(event.id);
      await clock.sleep(RETRY_MS, closed.signal);
    }
  };

  const text = (written: string): Happened => ({
    id: `event-of-a-test-${(lastId += 1)}`,
    kind: 'text',
    room: 'room-1',
    person: { id: 'person-1', name: 'Ada', bot: false },
    message: { id: `message-of-a-test-${lastId}`, text: written, replyTo: null },
  });
  const request = (events: readonly object[]) => {
    const body = JSON.stringify({ events });
    return webhookRequest(body, signed(body));
  };
  return {
    serve(app, serve) {
      app.put(
        '/webhook',
        serve('setWebhook', (request) => {
          address = (request.body as { url: string }).url;
          return {};
        }),
      );
    },
    emit(event) {
      newest = event;
      void post(event);
    },
    isAcknowledged: (id: string) => acknowledged.has(id),
    redeliver: () => void (newest && post(newest)),
    webhook: {
      text: (written: string) => request([text(written)]),
      batch: (texts: readonly string[]) => request(texts.map(text)),
      unknown: () => request([{ ...text(''), kind: 'typing' }]),
      forged: (written: string) => {
        const body = JSON.stringify({ events: [text(written)] });
        const old = Math.floor(clock.now() / 1000) - 3600;
        return {
          'no signature': webhookRequest(body),
          'a signature with another key': webhookRequest(body, signed(body, 'another-key')),
          'another body than was signed': webhookRequest(body, signed(`${body} `)),
          'an old timestamp': webhookRequest(body, signed(body, token, old)),
        };
      },
    },
    close: () => closed.abort(),
  };
}
