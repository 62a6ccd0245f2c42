import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Route } from '@gateway/contract';
import type { Idempotency, Outcome } from '@gateway/core';
import { WithHeaders, type Call, type Handler } from './endpoint.js';
import { HttpError, responseOf } from './errors.js';

const replayed = { 'idempotent-replayed': 'true' };

/**
 * A handler that is carried out once for each `Idempotency-Key`. Remembered are final outcomes: successes, and what the platform
 * refused for good. What was refused before the platform was asked, and what a retry may mend, free the key.
 */
export function idempotently(idempotency: Idempotency, route: Route, handler: Handler<Route>): Handler<Route> {
  return async (call) => {
    if (call.idempotencyKey === null) return await handler(call);
    const begun = await idempotency.begin(call.principal, call.idempotencyKey, await fingerprintOf(route, call));
    if (begun.state === 'done') return replay(begun.outcome, call.body);
    if (begun.state !== 'begun') throw refused[begun.state]();
    try {
      const reply = await handler({ ...call, claimed: begun });
      await begun.finish({
        status: route.status,
        body: stored(reply instanceof WithHeaders ? reply.body : reply, call.body),
      });
      return reply;
    } catch (error) {
      const refusal =
        error instanceof Error && 'attempted' in error && error.attempted === true ? responseOf(error) : null;
      if (refusal && !refusal.body.retryable)
        await begun.finish({ status: refusal.status, body: stored(refusal.body, call.body) });
      else await begun.release();
      throw error;
    }
  };
}

const refused = {
  mismatch: () =>
    new HttpError(422, {
      code: 'idempotency_mismatch',
      detail: 'This Idempotency-Key was used for another request: use a new key for each new request.',
    }),
  running: () =>
    new HttpError(409, {
      code: 'idempotency_in_progress',
      detail:
        'The first request with this Idempotency-Key is still under way: repeat it in a moment to learn its outcome.',
      retry_after_sec: 1,
    }),
};

/** SHA-256 over the route and what was understood of the request: the order of fields and left-out defaults do not matter. */
async function fingerprintOf(route: Route, { params, query, body, file }: Call<Route>): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([route.id, params, query, body, file?.attachment.filename], sorted));
  if (file) for await (const chunk of createReadStream(file.attachment.path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

interface Stored {
  readonly reply: Readonly<Record<string, unknown>>;
  /** Fields of the reply that repeat the request's. */
  readonly echoed: readonly string[];
}

/**
 * A reply may repeat the text that was sent, and zero retention keeps that nowhere. The repeat brings it along: its fingerprint is
 * the same. So what a reply only echoes is left out, whatever the retention.
 */
function stored(reply: unknown, request: unknown): string {
  const [said, asked] = [reply as Record<string, unknown>, request as Record<string, unknown>];
  const echoed = Object.keys(said).filter((name) => typeof said[name] === 'string' && said[name] === asked[name]);
  return JSON.stringify({
    reply: { ...said, ...Object.fromEntries(echoed.map((name) => [name, null])) },
    echoed,
  } satisfies Stored);
}

function replay({ status, body }: Outcome, request: unknown): WithHeaders<unknown> {
  const { reply, echoed } = JSON.parse(body) as Stored;
  const whole = {
    ...reply,
    ...Object.fromEntries(echoed.map((name) => [name, (request as Record<string, unknown>)[name]])),
  };
  if (status >= 400) throw new HttpError(status, whole as unknown as HttpError['body'], replayed);
  return new WithHeaders(whole, replayed);
}
