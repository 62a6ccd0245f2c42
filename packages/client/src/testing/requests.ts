import { refusal } from './refusal.js';

/** A request that the agent sent. */
export interface FakeCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed. Null: there is none. In place of a file stands its name. */
  readonly body: unknown;
  readonly idempotencyKey: string | null;
  readonly lastEventId: string | null;
}

const KEEP_MS = 24 * 3_600_000;

/** The fields of a form that are JSON. */
const jsonFields = new Set([
  'channels',
  'options',
  'allow_text',
  'allow_attachments',
  'ttl_sec',
  'notify_on_expiry',
  'action',
  'approving_options',
  'collapse',
  'consume_within_sec',
  'decisions',
  'labels',
  'reason_wait_sec',
  'approvers',
  'requested_by',
]);

export async function readCall(request: Request): Promise<{ readonly call: FakeCall; readonly sent: unknown }> {
  const { pathname, searchParams } = new URL(request.url);
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data') === true;
  const text = isForm ? '' : await request.text();
  let body: Record<string, unknown> | null = null;
  try {
    body = isForm
      ? formBody(await request.formData())
      : text === ''
        ? null
        : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    throw refusal(400, 'validation', 'The body is not valid JSON.');
  }
  const { file: _file, ...fields } = body ?? {};
  const call = {
    method: request.method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    body,
    idempotencyKey: request.headers.get('idempotency-key'),
    lastEventId: request.headers.get('last-event-id'),
  };
  return { call, sent: isForm ? fields : body };
}

function formBody(form: FormData): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  form.forEach((value, name) => {
    if (typeof value !== 'string') body[name] = value.name;
    else body[name] = jsonFields.has(name) ? (JSON.parse(value) as unknown) : value;
  });
  return body;
}

export interface Outcome {
  readonly status: number;
  readonly body: unknown;
}

interface Remembered extends Outcome {
  readonly fingerprint: string;
  readonly until: number;
}

/** The replies to requests with an `Idempotency-Key`, for 24 hours. */
export class IdempotentReplies {
  readonly #replies = new Map<string, Remembered>();

  /** Null: the request is new. Throws a `Refusal` when the key was used for another request. */
  find(key: string | null, fingerprint: string, now: number): Outcome | null {
    const found = key === null ? undefined : this.#replies.get(key);
    if (!found || found.until <= now) return null;
    if (found.fingerprint === fingerprint) return found;
    const detail = 'This Idempotency-Key was used for another request: use a new key for each new request.';
    throw refusal(422, 'idempotency_mismatch', detail);
  }

  keep(key: string | null, fingerprint: string, outcome: Outcome, now: number): void {
    if (key !== null) this.#replies.set(key, { ...outcome, fingerprint, until: now + KEEP_MS });
  }
}

/** The values of fields of new questions that say no more than their absence. */
const defaults: Readonly<Record<string, unknown>> = {
  channels: '[]',
  options: '[]',
  allow_text: 'false',
  allow_attachments: 'false',
  ttl_sec: '3600',
  notify_on_expiry: 'false',
  collapse: 'false',
};

/** The body without the fields that change nothing, to compare two requests. */
export function saidIn(body: unknown): object {
  const fields = Object.entries(body ?? {}).filter(
    ([name, value]) => value !== null && defaults[name] !== JSON.stringify(value),
  );
  return Object.fromEntries(fields);
}
