import type { z } from 'zod';
import type { Declared, RouteValue } from './route-value.js';
import type { Scope } from '../vocabulary.js';

/** The declaration of a route, used by the server, the OpenAPI document and the typed client. */
export interface Route {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters are written as `{name}`. */
  readonly path: string;
  /** Any one of these scopes, or `admin`, is sufficient. Empty: an operator's session is required. Null: public. */
  readonly scopes: readonly Scope[] | null;
  /** Only an operator who is signed in to the console may call it. A key gets 403. */
  readonly operatorOnly?: true;
  /** Only an owner may call it. */
  readonly ownerOnly?: true;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The path in the body of an action or of arguments: it must be I-JSON (RFC 7493), so that all programs read it the same way. */
  readonly exactJson?: readonly string[];
  /** The list in the body whose entries are checked one by one: a bad one does not fail the request. `exactJson`: in each of them. */
  readonly entries?: { readonly list: string; readonly exactJson: readonly string[] };
  /** Accepts an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** Also accepts `multipart/form-data`: the body's fields as texts, and the part `file`. */
  readonly upload?: true;
  /** The reply has the path of the new record in `url` and in the header `Location`. */
  readonly located?: true;
  /** The reply's content type when it is not JSON. */
  readonly produces?: 'text/event-stream' | 'text/plain' | 'text/csv' | 'application/octet-stream';
  /** Other content types, which the query chooses. */
  readonly alsoProduces?: readonly 'application/x-ndjson'[];
  readonly status: 200 | 201;
  readonly reply: z.ZodType;
  /** Error statuses of the route, in addition to 401, 403, 429 (a limit is exceeded), 500 and 503 (the database cannot be used). */
  readonly errors: readonly (400 | 404 | 409 | 413 | 415 | 422 | 429 | 503)[];
}

/** Declares a route, and preserves the types of its schemas. */
export function route<const Declaration extends Route>(declaration: Declaration): Declaration {
  return declaration;
}

type Output<R, Part extends string> = R extends { readonly [K in Part]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
type Input<R, Part extends string> = R extends { readonly [K in Part]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;

/** The parts of a request as its handler receives them. */
export type ParamsOf<R extends Route | RouteValue> = Output<Declared<R>, 'params'>;
export type QueryOf<R extends Route | RouteValue> = Output<Declared<R>, 'query'>;
export type BodyOf<R extends Route | RouteValue> = Output<Declared<R>, 'body'>;
/** The reply that a handler returns and a client receives. */
export type ReplyOf<R extends Route | RouteValue> = Output<Declared<R>, 'reply'>;
/** The parts of a request as a client sends them. */
export type ParamsInput<R extends Route | RouteValue> = Input<Declared<R>, 'params'>;
export type QueryInput<R extends Route | RouteValue> = Input<Declared<R>, 'query'>;
export type BodyInput<R extends Route | RouteValue> = Input<Declared<R>, 'body'>;
