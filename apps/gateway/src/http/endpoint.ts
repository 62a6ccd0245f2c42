import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@gateway/contract';
import type { ClaimedKey, HeldAttachment, Principal, Trace } from '@gateway/core';
import type { EntryFlaws } from './body/entries.js';
import type { FixedReply } from './fixed-reply.js';

/** One request, read and checked against its route's declaration. */
export interface Call<R extends Route> {
  readonly principal: Principal;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The body as it was sent: before defaults and conversions. */
  readonly sent: unknown;
  /** What is wrong with entries of the body, which are empty objects in `body`; absent: the route checks none one by one. */
  readonly flaws?: EntryFlaws;
  /** The uploaded file, on a route that accepts one. `bind` removes it when the handler has returned. */
  readonly file: HeldAttachment | null;
  /** Null: the route does not accept a key, or the caller sent none. */
  readonly idempotencyKey: string | null;
  /** The claim on that key; null until `idempotently` holds it. */
  readonly claimed: ClaimedKey | null;
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /** The client's IP address; null: unknown. */
  readonly address: string | null;
  /** Authenticates the caller again, and checks the scope: for a request that lasts long. Throws when its rights have ended. */
  readonly admit: () => Promise<Principal>;
  /** Creates a signal that aborts when the connection or the request has ended. */
  readonly signal: () => AbortSignal;
  /** The trace of what the request causes; null: none. */
  readonly trace: Trace | null;
  /** The requested path and query, for pagination links. */
  readonly target: string;
}

/** Returns the declared reply, alone, with headers, or not final, or as one that is the same for all, or a `Streamed` that writes it over time. */
export type Handler<R extends Route> = (
  call: Call<R>,
) => Promise<
  ReplyOf<R> | WithHeaders<ReplyOf<R>> | NotFinal<ReplyOf<R>> | Stored<ReplyOf<R>> | FixedReply<ReplyOf<R>> | Streamed
>;

export class WithHeaders<Body> {
  readonly #body: Body | JsonText<Body>;

  constructor(
    body: Body | JsonText<Body>,
    readonly headers: Readonly<Record<string, string | string[]>>,
  ) {
    this.#body = body;
  }

  /** For callers inside the gateway: a body that is a text is parsed. */
  get body(): Body {
    return this.#body instanceof JsonText ? this.#body.parsed() : this.#body;
  }

  /** The body if it is JSON text already; null: it is not. */
  get text(): string | null {
    return this.#body instanceof JsonText ? this.#body.text : null;
  }
}

/** A body as JSON text, such as a list that the database has made. It is sent as it is. */
export class JsonText<Body> {
  constructor(readonly text: string) {}

  parsed(): Body {
    return JSON.parse(this.text) as Body;
  }
}

/** A reply that is not final: a repeat with the same `Idempotency-Key` runs again. */
export class NotFinal<Body> {
  constructor(readonly body: Body) {}
}

/** A reply that is written over time. `write` sets the content type, and is always called. */
export class Streamed {
  constructor(readonly write: (response: ServerResponse) => Promise<void>) {}
}

/** A reply whose outcome was stored for the `Idempotency-Key` with what the request changed. */
export class Stored<Body> {
  constructor(readonly body: Body) {}
}

/** Makes the reply to a repeated request from the one that was stored. */
export type Repeat<R extends Route> = (call: Call<R>, stored: ReplyOf<R>) => Promise<ReplyOf<R>>;

/** A route and its handler. */
export interface Endpoint {
  readonly route: Route;
  readonly handler: Handler<Route>;
  /** Absent: the stored reply is complete. */
  readonly repeat?: Repeat<Route>;
}

/** Pairs a route with its handler. The compiler checks that the handler returns everything that the route declares. */
export function endpoint<const R extends Route>(route: R, handler: Handler<R>, repeat?: Repeat<R>): Endpoint {
  return { route, handler, ...(repeat && { repeat }) };
}
