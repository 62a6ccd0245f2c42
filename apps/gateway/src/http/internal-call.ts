import {
  GatewayError,
  type CallInput,
  type CallOptions,
  type ReplyOf,
  type Route,
  type RouteCall,
} from '@gateway/contract';
import { traceOf, within, type Gateway, type Principal, type Trace, type Tracing } from '@gateway/core';
import { checkHead, handlerOf } from './bind.js';
import type { Call, Endpoint } from './endpoint.js';
import { NotFinal, Stored, WithHeaders } from './endpoint.js';
import type { Failures } from './entry/failures.js';
import { FixedReply } from './fixed-reply.js';
import { check } from './errors/check-input.js';
import { requireScopes } from './access/scopes.js';

/** Requests to the API from inside the gateway. */
export type InternalCall = RouteCall;

/** For whom requests are made. */
export interface InternalCaller {
  /** Called for each request, so that requests fail when the caller's rights have ended. */
  readonly authenticate: () => Promise<Principal>;
  readonly address: string | null;
  /** The trace of the request that causes them; absent or null: none. */
  readonly trace?: Trace | null;
}

export interface InternalCallDeps extends Pick<Gateway, 'idempotency'>, Pick<Failures, 'explain'> {
  readonly tracing: Tracing;
}

/**
 * Carries out requests of a caller without a socket, in the way of `carryOut` and `bind`: with its scopes, checks, idempotency and audit. The result
 * has the type of `createClient`, so that the same code can run in another process.
 */
export function internalCalls(endpoints: readonly Endpoint[], { idempotency, explain, tracing }: InternalCallDeps) {
  const bound = new Map(endpoints.map((each) => [each.route.id, handlerOf(each, idempotency)]));

  return (caller: InternalCaller): InternalCall =>
    async <R extends Route>(route: R, input: CallInput<R>, options?: CallOptions): Promise<ReplyOf<R>> => {
      const signal = options?.signal;
      const handle = bound.get(route.id);
      if (!handle) throw new Error(`There is no route ${route.id}.`);
      const { params = {}, query = {}, body } = input as unknown as Record<string, Record<string, unknown> | undefined>;
      // The signal of a call must abort when it has ended. Few calls use one.
      let ended: AbortController | undefined;
      const abort = () => ended?.abort(hasEnded);
      const signalOf = () => {
        ended ??= new AbortController();
        if (signal?.aborted) abort();
        return ended.signal;
      };
      signal?.addEventListener('abort', abort, { once: true });
      let principal: Principal | null = null;
      const admit = async () => {
        principal = await caller.authenticate();
        requireScopes(principal, route);
        return principal;
      };
      const sent = body && given(body);
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
            body: route.body && check(route.body, sent, 'body', route),
            sent,
            file: null,
            address: caller.address,
            signal: signalOf,
            admit,
          } as Call<Route>),
        );
        return (
          result instanceof WithHeaders ||
          result instanceof NotFinal ||
          result instanceof Stored ||
          result instanceof FixedReply
            ? result.body
            : result
        ) as ReplyOf<R>;
      } catch (error) {
        const { method, path } = route;
        const { status, body: explanation } = await explain(error, { principal, method, route: path, requestId: null });
        throw new GatewayError(status, explanation);
      } finally {
        signal?.removeEventListener('abort', abort);
        abort();
      }
    };
}

/** The reason that a signal aborts with. Without one, each call would create an error with a stack. */
const hasEnded = 'The call has ended.';

/** The fields of a body that JSON would have. */
function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Query values as an address would have them. */
function asText(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given(query)).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  );
}
