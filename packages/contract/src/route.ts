import type { z } from 'zod';
import type { Scope } from './vocabulary.js';

/** What a route is: everything that the server, the OpenAPI document and the typed client need to know of it. */
export interface Route {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for parameters. */
  readonly path: string;
  /** Any one of these is enough, `admin` always; none: an operator's session; null: no key needed. */
  readonly scopes: readonly Scope[] | null;
  /** Only a person may call it, signed in to the console; a key gets 403. */
  readonly operatorOnly?: true;
  /** Only an owner may call it. */
  readonly ownerOnly?: true;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** Takes `multipart/form-data` too: the body's fields as texts, and the part `file`. */
  readonly upload?: true;
  /** The reply names the path of the new record as `url`; the header `Location` repeats it. */
  readonly located?: true;
  /** What the reply is when it is not JSON. */
  readonly produces?: 'text/event-stream' | 'text/plain';
  readonly status: 200 | 201;
  readonly reply: z.ZodType;
  /** Statuses that the route answers with beside 401, 403, 429 (many wrong keys), 500 and 503 (the database cannot be used). */
  readonly errors: readonly (400 | 404 | 409 | 413 | 415 | 422 | 429 | 503)[];
}

/** Declares a route; keeps its schemas' types. */
export function route<const Declaration extends Route>(declaration: Declaration): Declaration {
  return declaration;
}

type Output<R, Part extends string> = R extends { readonly [K in Part]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
type Input<R, Part extends string> = R extends { readonly [K in Part]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;

/** What a handler receives of a request. */
export type ParamsOf<R extends Route> = Output<R, 'params'>;
export type QueryOf<R extends Route> = Output<R, 'query'>;
export type BodyOf<R extends Route> = Output<R, 'body'>;
/** What a handler must return, and a client receives. */
export type ReplyOf<R extends Route> = Output<R, 'reply'>;
/** What a client sends. */
export type ParamsInput<R extends Route> = Input<R, 'params'>;
export type QueryInput<R extends Route> = Input<R, 'query'>;
export type BodyInput<R extends Route> = Input<R, 'body'>;
