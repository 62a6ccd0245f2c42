import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonFlawIn, type Route } from '@gateway/contract';
import type { HeldAttachment } from '@gateway/core';
import type { Media } from '../../media/media.js';
import { flawsOfEntries, type EntryFlaws } from './entries.js';
import { noteCorrelation } from '../entry/request-log.js';
import { ambiguousJson } from '../errors/check-input.js';
import { HttpError } from '../errors/errors.js';
import { rejectOtherCharsets } from './form-text.js';
import type { WithText } from './parse-json.js';

/** Characters of a content type that an error repeats. */
const MAX_SHOWN_LENGTH = 100;

interface WithBody extends WithText {
  body?: unknown;
}

export interface ReadBody {
  /** Not checked yet; undefined: the route takes no body. */
  readonly body: unknown;
  /** The uploaded file. The caller removes it. */
  readonly file: HeldAttachment | null;
  /** What is wrong with entries of a route with `entries`. */
  readonly flaws?: EntryFlaws;
}

/** Reads a JSON or `multipart/form-data` body, as far as the route accepts it. Throws `HttpError`. */
export async function readBody(
  route: Route,
  request: WithBody,
  response: ServerResponse,
  media: Media,
): Promise<ReadBody> {
  if (!route.upload || !isForm(request)) {
    const body = route.body && (await readJson(route, request, response));
    if (!route.entries) return { body, file: null };
    const flaws = flawsOfEntries(route.entries, request.text ?? '', body);
    request.text = undefined;
    return { body, file: null, flaws };
  }
  const { bodyOfForm, readForm } = await import('./upload.js');
  const { fields, file } = await readForm(request, response, media);
  try {
    return { body: bodyOfForm(fields), file };
  } catch (error) {
    await file?.remove();
    throw error;
  }
}

/** Null until the first body. */
let parser: Promise<typeof import('./parse-json.js')> | null = null;

/** Reads a JSON body. Throws `HttpError`. */
export async function readJson(
  route: Pick<Route, 'body' | 'upload' | 'exactJson' | 'entries'>,
  request: WithBody,
  response: ServerResponse,
): Promise<unknown> {
  // A body may be left out when all of its fields may be left out.
  if (isEmpty(request) && route.body?.safeParse({}).success === true) return {};
  requireJson(route, request.headers['content-type']);
  const { parseJson } = await (parser ??= import('./parse-json.js'));
  request.keepsText = (route.exactJson ?? route.entries) !== undefined;
  await new Promise<void>((resolve, reject) => {
    // A decompressor does not notice that its source was closed.
    request.once('close', () => {
      if (!request.complete) reject(new HttpError(400, { detail: 'The body broke off.' }));
    });
    parseJson(request, response, (error?: Error) => (error === undefined ? resolve() : reject(error)));
  });
  if (request.body === undefined) throw new HttpError(400, { detail: 'The body is empty: send a JSON object.' });
  // Noted before anything is checked, so that the log line of a rejected request has it.
  noteCorrelation(response, request.body);
  if (route.exactJson) rejectAmbiguousJson(request.text, route.exactJson);
  if (!route.entries) request.text = undefined;
  return request.body;
}

/** Rejects what programs would read in different ways, so that people approve what is carried out. Throws `HttpError`. */
export function rejectAmbiguousJson(
  text: string | undefined,
  within: readonly string[] = [],
  field: readonly string[] = [],
): void {
  const flaw = text === undefined ? null : jsonFlawIn(text, within);
  if (flaw) throw ambiguousJson(flaw.kind, [...field, ...flaw.path]);
}

/** Whether the body of a request is a form. */
function isForm({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data *(;|$)/i.test(headers['content-type'] ?? '');
}

function isEmpty({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

function requireJson(route: Pick<Route, 'upload'>, contentType = ''): void {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json') return rejectOtherCharsets(contentType);
  const supported = route.upload
    ? 'JSON as application/json, or a form as multipart/form-data'
    : 'JSON as application/json';
  const given =
    type === ''
      ? 'The header Content-Type is missing'
      : `The content type ${JSON.stringify(type.slice(0, MAX_SHOWN_LENGTH))} is not supported`;
  throw new HttpError(415, { detail: `${given}: send ${supported}.` });
}
