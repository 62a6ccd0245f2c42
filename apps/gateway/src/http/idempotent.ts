import type { Route } from '@gateway/contract';
import type { Idempotency, Outcome } from '@gateway/core';
import { NotFinal, Stored, WithHeaders, type Endpoint, type Handler } from './endpoint.js';
import { HttpError, responseOf } from './errors/errors.js';
import { fingerprintOf } from './request-digest.js';

const repeatHeaders = { 'idempotent-replayed': 'true' };

/**
 * Wraps a handler so that it runs once for each `Idempotency-Key`. Final outcomes are stored: successes, and permanent refusals of the
 * platform. Errors before the platform was called, and retryable errors, release the key.
 */
export function idempotently(idempotency: Idempotency, { route, handler, repeat }: Endpoint): Handler<Route> {
  const fingerprint = fingerprintOf(route);
  return async (call) => {
    if (call.idempotencyKey === null) return bodyOf(await handler(call));
    const begun = await idempotency.begin(call.principal, call.idempotencyKey, await fingerprint(call));
    if (begun.state === 'done') {
      const reply = repeated(begun.outcome, call.body);
      return new WithHeaders(repeat ? await repeat(call, reply) : reply, repeatHeaders);
    }
    if (begun.state !== 'begun') throw errors[begun.state]();
    try {
      const reply = await handler({ ...call, claimed: begun });
      if (reply instanceof NotFinal) {
        await begun.release();
        return bodyOf(reply);
      }
      if (reply instanceof Stored) {
        await begun.finish(null);
        return bodyOf(reply);
      }
      await begun.finish(outcomeOf(route, reply instanceof WithHeaders ? reply.body : reply, call.body));
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

type Replied = Awaited<ReturnType<Handler<Route>>>;

const bodyOf = (reply: Replied): Replied =>
  reply instanceof NotFinal || reply instanceof Stored ? (reply.body as Replied) : reply;

/** The outcome to store for a reply. */
export function outcomeOf({ status }: Route, reply: unknown, request: unknown): Outcome {
  return { status, body: stored(reply, request) };
}

const errors = {
  mismatch: () =>
    new HttpError(422, {
      code: 'idempotency_mismatch',
      detail: 'This Idempotency-Key was used for another request: use a new key for each new request.',
    }),
  running: () =>
    new HttpError(409, {
      code: 'idempotency_in_progress',
      detail:
        'The first request with this Idempotency-Key is still in progress: repeat it in a moment to get its outcome.',
      retry_after_sec: 1,
    }),
};

interface StoredReply {
  readonly reply: Readonly<Record<string, unknown>>;
  /** Names of fields whose values equal those of the request. */
  readonly echoed: readonly string[];
}

/**
 * A reply can echo the text that was sent, which zero retention forbids to store. A repeat has the same fingerprint, so it carries the
 * same text. Therefore echoed fields are never stored.
 */
function stored(reply: unknown, request: unknown): string {
  const [replied, requested] = [reply as Record<string, unknown>, request as Record<string, unknown>];
  const echoed = Object.keys(replied).filter(
    (name) => typeof replied[name] === 'string' && replied[name] === requested[name],
  );
  return JSON.stringify({
    reply: { ...replied, ...Object.fromEntries(echoed.map((name) => [name, null])) },
    echoed,
  } satisfies StoredReply);
}

function repeated({ status, body }: Outcome, request: unknown): unknown {
  const { reply, echoed } = JSON.parse(body) as StoredReply;
  const complete = {
    ...reply,
    ...Object.fromEntries(echoed.map((name) => [name, (request as Record<string, unknown>)[name]])),
  };
  if (status >= 400) throw new HttpError(status, complete as unknown as HttpError['body'], repeatHeaders);
  return complete;
}
