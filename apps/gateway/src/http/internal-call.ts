import {
  GatewayError,
  type CallInput,
  type CallOptions,
  type createClient,
  type ReplyOf,
  type Route,
} from '@gateway/contract';
import { traceOf, within, type Gateway, type Principal, type Trace, type Tracing } from '@gateway/core';
import type { Logger } from 'pino';
import { checkHead, handlerOf } from './bind.js';
import type { Call, Endpoint } from './endpoint.js';
import { WithHeaders } from './endpoint.js';
import { FixedReply } from './fixed-reply.js';
import { check } from './errors/check-input.js';
import { HttpError, responseOf } from './errors/errors.js';
import { requireScopes } from './access/scopes.js';

/** Requests to the API from inside the gateway. */
export type InternalCall = ReturnType<typeof createClient>;

/** For whom requests are made. */
export interface InternalCaller {
  /** Called for each request, so that requests fail when the caller's rights have ended. */
  readonly authenticate: () => Promise<Principal>;
  readonly address: string | null;
  /** The trace of the request that causes them; absent or null: none. */
  readonly trace?: Trace | null;
}

export interface InternalCallDeps extends Pick<Gateway, 'idempotency' | 'refusals'> {
  readonly log: Logger;
  readonly tracing: Tracing;
}

/**
 * Carries out requests of a caller without a socket, in the way of `bind`: with its scopes, checks, idempotency and audit. The result
 * has the type of `createClient`, so that the same code can run in another process.
 */
export function internalCalls(
  endpoints: readonly Endpoint[],
  { idempotency, refusals, log, tracing }: InternalCallDeps,
) {
  const bound = new Map(endpoints.map((each) => [each.route.id, handlerOf(each, idempotency)]));

  return (caller: InternalCaller): InternalCall =>
    async <R extends Route>(route: R, input: CallInput<R>, options?: CallOptions): Promise<ReplyOf<R>> => {
      const signal = options?.signal;
      const handle = bound.get(route.id);
      if (!handle) throw new Error(`There is no route ${route.id}.`);
      const { params = {}, query = {}, body } = input as unknown as Record<string, Record<string, unknown> | undefined>;
      // The signal of a call must abort when it has ended.
      const ended = new AbortController();
      const abort = () => ended.abort();
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort, { once: true });
      let principal: Principal | null = null;
      const admit = async () => {
        principal = await caller.authenticate();
        requireScopes(principal, route);
        return principal;
      };
      const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
      try {
        const admitted = await admit();
        const start = {
          name: `${route.method} ${route.path}`,
          kind: 'internal',
          parent: traceOf({ ...options?.headers }) ?? caller.trace ?? null,
          fields: {},
        } as const;
        const result = await within(tracing, start, (trace) =>
          handle({
            ...checkHead(route, {
              params: params as Record<string, string>,
              query: asText(query),
              headers: { ...options?.headers },
              target: route.path,
            }),
            trace,
            principal: admitted,
            body: route.body && check(route.body, sent, 'body'),
            sent,
            file: null,
            address: caller.address,
            signal: () => ended.signal,
            admit,
          } as Call<Route>),
        );
        return (result instanceof WithHeaders || result instanceof FixedReply ? result.body : result) as ReplyOf<R>;
      } catch (error) {
        const known = responseOf(error);
        if (!known) log.error({ err: error, route: route.path }, 'Request failed unexpectedly');
        if (known?.status === 403 && principal) await refusals.request(principal, `${route.method} ${route.path}`);
        const { status, body: explanation } = known ?? failure;
        throw new GatewayError(status, explanation);
      } finally {
        signal?.removeEventListener('abort', abort);
        abort();
      }
    };
}

const failure = new HttpError(500, { detail: 'The gateway failed unexpectedly. Its log has the reason.' });

/** Query values as an address would have them. */
function asText(query: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}
