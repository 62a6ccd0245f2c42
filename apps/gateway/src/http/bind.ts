import type { IncomingHttpHeaders } from 'node:http';
import express, { type Request, type Response } from 'express';
import type { z } from 'zod';
import { refuseOtherCharsets } from './form-text.js';
import { flawOf, issuesOf, refuseBrokenUtf8, type Issue } from './issues.js';
import {
  formatPromptId,
  parsePromptId,
  presets,
  roleScopes,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type Route,
} from '@gateway/contract';
import { holdsAny, ownersOnly, signedInOperator, type ClaimedKey, type Principal } from '@gateway/core';
import type { HeldAttachment, Media } from '../media/media.js';
import { HttpError } from './errors.js';
import { addressOf } from './forwarded.js';
import type { Authenticate } from './principal.js';
import { note } from './request-log.js';
import { bodyOfForm, isForm, readForm } from './upload.js';

/** The most bytes of a JSON body: the longest text takes 786 432, when its writer escapes each character as two `\uXXXX`. */
const BODY_LIMIT = 1_048_576;

/** One request, read and checked by its route's declaration. */
export interface Call<R extends Route> {
  readonly principal: Principal;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The uploaded file, on a route that takes one; it is removed when the handler has ended. */
  readonly file: HeldAttachment | null;
  /** On a route that takes one, where it was given. */
  readonly idempotencyKey: string | null;
  /** The claim on that key, once it is held. */
  readonly claimed: ClaimedKey | null;
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /** Where the request came from; null when that is not known. */
  readonly address: string | null;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
  /** The address as called, for continuation links. */
  readonly url: URL;
}

/** What a handler returns: the declared reply, that with headers, or what writes it bit by bit. */
export type Handler<R extends Route> = (call: Call<R>) => Promise<ReplyOf<R> | WithHeaders<ReplyOf<R>> | Streamed>;

export class WithHeaders<Body> {
  constructor(
    readonly body: Body,
    readonly headers: Readonly<Record<string, string | string[]>>,
  ) {}
}

/** A reply that is written over time. `write` sets the content type; it is called in any case. */
export class Streamed {
  constructor(readonly write: (response: Response) => Promise<void>) {}
}

const readJson = express.json({ limit: BODY_LIMIT, type: () => true, strict: false, verify: refuseBrokenUtf8 });

/** Answers a route: who calls, whether they may, what they want, and then the handler. */
export function bind<R extends Route>(route: R, handler: Handler<R>, authenticate: Authenticate, media: Media) {
  return async (request: Request, response: Response): Promise<void> => {
    note(response, { route: route.path });
    const admit = async (): Promise<Principal> => {
      const principal = await authenticate(request, response);
      note(response, { principal });
      refuseUnlessHeld(principal, route);
      return principal;
    };
    const asked = await admit();
    const about = {
      params: check(route.params, request.params, 'path'),
      // What load balancers add to the address of a probe is none of our business.
      query: route.scopes === null ? undefined : check(route.query ?? null, request.query, 'query'),
      idempotencyKey: route.idempotent ? idempotencyKeyOf(request.headers['idempotency-key']) : null,
      claimed: null,
      headers: request.headers,
      address: addressOf(request),
      signal: goneSignal(response),
      url: new URL(request.originalUrl, 'http://gateway'),
    };
    const num = route.path.startsWith('/v1/prompts/{id}') ? parsePromptId(String(request.params['id'])) : null;
    if (num !== null) note(response, { promptId: formatPromptId(num) });
    // A stream has a head and no end.
    if (request.method === 'HEAD' && route.produces === 'text/event-stream')
      return void response.type(route.produces).end();
    const form = route.upload && isForm(request) ? await readForm(request, media) : null;
    const answer = async () => {
      try {
        const given = form ? bodyOfForm(form.fields) : route.body && (await bodyOf(request, response, route));
        return await handler({
          ...about,
          // A body may be kept back until rights that were looked at before it are gone.
          principal: route.body ? await admit() : asked,
          body: route.body && check(route.body, given, 'body'),
          file: form?.file ?? null,
        } as Call<R>);
      } finally {
        await form?.file?.remove();
      }
    };
    const result = await answer();
    if (result instanceof Streamed) return await result.write(response.status(route.status));
    const { body, headers } = result instanceof WithHeaders ? result : { body: result, headers: {} };
    // Replies carry no validator; Express would still answer `If-None-Match: *` with 304, which no route declares.
    delete request.headers['if-none-match'];
    response.status(route.status).set(headers);
    // A reply that an older version remembered for an Idempotency-Key has no `url`.
    const { url, prompt_id } = body as { readonly url?: string; readonly prompt_id?: string | null };
    if (typeof prompt_id === 'string') note(response, { promptId: prompt_id });
    if (route.located && url !== undefined) response.set('location', url);
    if (route.produces === undefined) response.json(body);
    else response.type(route.produces).send(body);
  };
}

/** Without any scope it is the operator in person who counts, whom `authenticate` has required. */
function refuseUnlessHeld(principal: Principal, { scopes, operatorOnly, ownerOnly }: Route): void {
  if (scopes === null || scopes.length === 0 || holdsAny(principal, scopes)) {
    if (operatorOnly) signedInOperator(principal);
    if (ownerOnly) ownersOnly(principal);
    return;
  }
  const who = principal.operator ? `Your role (${principal.operator.role})` : 'This key';
  const [kind, sets] = principal.operator ? (['roles', roleScopes] as const) : (['presets', presets] as const);
  const holders = Object.entries(sets).flatMap(([name, held]) =>
    [...scopes, 'admin'].some((scope) => (held as readonly string[]).includes(scope)) ? name : [],
  );
  throw new HttpError(403, {
    detail: `${who} lacks the scope ${scopes.join(' or ')}; these ${kind} have it: ${holders.join(', ')}.`,
  });
}

async function bodyOf(request: Request, response: Response, route: Route): Promise<unknown> {
  const isEmpty =
    request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0;
  // Where every field may be left out, the body may be too.
  if (isEmpty && route.body?.safeParse({}).success === true) return {};
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json') {
    const known = route.upload
      ? 'JSON as application/json, or a form as multipart/form-data'
      : 'JSON as application/json';
    const given =
      type === ''
        ? 'The header Content-Type is missing'
        : `The content type ${JSON.stringify(type.slice(0, SHOWN_NAME))} is not supported`;
    throw new HttpError(415, { detail: `${given}: send ${known}.` });
  }
  refuseOtherCharsets(request.headers['content-type']);
  await new Promise<void>((resolve, reject) => {
    // A decompressor does not notice that its source has gone.
    request.once('close', () => {
      if (!request.complete) reject(new HttpError(400, { detail: 'The body broke off.' }));
    });
    readJson(request, response, (error?: Error) => (error === undefined ? resolve() : reject(error)));
  });
  if (request.body === undefined) throw new HttpError(400, { detail: 'The body is empty: send a JSON object.' });
  return request.body;
}

function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new HttpError(400, {
    detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters without spaces, such as a UUID.',
  });
}

function check(schema: z.ZodType | null | undefined, value: unknown, place: string): unknown {
  if (!schema) {
    const [unknown] = place === 'query' ? Object.keys(value as object) : [];
    if (unknown !== undefined)
      throw new HttpError(400, { detail: `This route takes no query parameter ${JSON.stringify(unknown)}.` });
    return undefined;
  }
  const flaw = flawOf(value);
  if (flaw) throw invalid([flaw], place);
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(issuesOf(result.error, value, schema), place);
  return result.data;
}

/** More issues than these, or longer names, would only echo a mistake at length. */
const SHOWN_ISSUES = 20;
const TOLD_ISSUES = 3;
const SHOWN_NAME = 100;

function invalid(issues: readonly Issue[], place: string): HttpError {
  const told = issues.slice(0, TOLD_ISSUES).map(({ path, message }) => {
    const where = path.length > 0 ? path.map(shownName).join('.').slice(0, SHOWN_NAME) : `The ${place}`;
    return `${where} ${message}`;
  });
  const more = issues.length > TOLD_ISSUES ? ` (and ${issues.length - TOLD_ISSUES} more)` : '';
  return new HttpError(400, {
    detail: `${told.join('; ')}${more}.`,
    issues: issues.slice(0, SHOWN_ISSUES),
  });
}

/** A name that is no plain word is quoted: an empty one would leave a sentence without its beginning. */
function shownName(name: string | number): string {
  return typeof name === 'number' || /^[\w-]+$/.test(name) ? String(name) : JSON.stringify(name);
}

function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
