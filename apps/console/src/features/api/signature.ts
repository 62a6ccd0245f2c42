import { code } from '../../lib/page/code.js';
import { locale } from '../../lib/language/locale.js';
import { t as texts } from './texts.js';

const t = texts.verdict;

/** The result of one signature check. `details` say what differs and how to fix it. */
export interface Verdict {
  readonly header: 'X-Signature' | 'webhook-signature';
  readonly state: 'valid' | 'invalid' | 'incomplete';
  readonly title: string;
  readonly details: readonly string[];
  /** The correct header for this body and secret; null when it cannot be computed. */
  readonly expected: string | null;
}

export interface Callback {
  readonly body: string;
  /** Keys are lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly secret: string;
}

/** Maximum age that Standard Webhooks recommends, against the reuse of recorded callbacks. */
const TOLERANCE_SEC = 300;

/** Whether the Web Crypto API is available. It is not on pages served over plain http from another machine. */
export const canSign = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Checks both signatures of a callback as its receiver should. */
export async function checkSignatures(callback: Callback, nowMs: number): Promise<readonly [Verdict, Verdict]> {
  return [await checkBody(callback), await checkWebhook(callback, nowMs)];
}

async function checkBody({ body, headers, secret }: Callback): Promise<Verdict> {
  const given = headers.get('x-signature');
  const header = 'X-Signature';
  const expected = await xSignature(secret, body);
  if (given === undefined) {
    return {
      header,
      state: 'incomplete',
      title: t.headerMissing,
      details: [t.onlyPrompts],
      expected,
    };
  }
  if (given.toLowerCase() === expected) {
    const details = given === expected ? [] : [t.upperCase];
    return { header, state: 'valid', title: t.valid, details, expected };
  }
  const details = /^sha256=[0-9a-f]{64}$/i.test(given)
    ? await diagnose({ body, secret }, async (changed) => (await xSignature(changed.secret, changed.body)) === given)
    : [t.format];
  return { header, state: 'invalid', title: t.mismatch, details, expected };
}

async function checkWebhook({ body, headers, secret }: Callback, nowMs: number): Promise<Verdict> {
  const header = 'webhook-signature';
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
  const missing = names.filter((name) => !headers.has(name));
  if (missing.length > 0) {
    const title = missing.length === names.length ? t.headersMissing : t.missing(missing.join(', '));
    return { header, state: 'incomplete', title, details: [t.allThree], expected: null };
  }
  const [id, timestamp, given] = names.map((name) => headers.get(name) ?? '') as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp)) {
    return { header, state: 'invalid', title: t.noNumber, details: [t.seconds], expected: null };
  }
  const sign = (changed: Pick<Callback, 'body' | 'secret'>) =>
    webhookSignature(changed.secret, id, timestamp, changed.body);
  const expected = await sign({ body, secret });
  const signatures = given.split(/\s+/);
  const at = signatures.indexOf(expected);
  const age = ageRemark(Number(timestamp), nowMs);
  if (at >= 0) {
    const several =
      signatures.length > 1 ? [(at === 0 ? t.current : t.previous)(String(at + 1), String(signatures.length))] : [];
    return { header, state: 'valid', title: t.valid, details: [...several, ...age], expected };
  }
  const details = signatures.some((one) => /^v1,[A-Za-z0-9+/]{43}=$/.test(one))
    ? await diagnose({ body, secret }, async (changed) => signatures.includes(await sign(changed)))
    : [t.webhookFormat];
  return { header, state: 'invalid', title: t.mismatch, details: [...details, ...age], expected };
}

function ageRemark(seconds: number, nowMs: number): string[] {
  const age = Math.floor(nowMs / 1000) - seconds;
  if (age > TOLERANCE_SEC) return [t.old(ageText(-age))];
  return age < -TOLERANCE_SEC ? [t.early(ageText(-age))] : [];
}

const relative = new Intl.RelativeTimeFormat(locale);

/** "3 hours ago", "in 10 minutes". */
function ageText(seconds: number): string {
  const size = Math.abs(seconds);
  if (size < 7200) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 172_800) return relative.format(Math.round(seconds / 3600), 'hour');
  return relative.format(Math.round(seconds / 86_400), 'day');
}

type Pair = Pick<Callback, 'body' | 'secret'>;

/** Finds common changes to the body or the secret by trying to revert them. */
async function diagnose({ body, secret }: Pair, matches: (changed: Pair) => Promise<boolean>): Promise<string[]> {
  const suspects: readonly [Partial<Pair>, string][] = [
    [{ body: body.replace(/\r?\n$/, '') }, t.bodyEndsWithBreak],
    [{ body: `${body}\n` }, t.bodyLacksBreak],
    [{ body: body.trim() }, t.bodyHasSpace],
    [{ body: body.replaceAll('\r\n', '\n') }, t.bodyHasCrlf],
    [{ body: reserialised(body) }, t.bodyParsed],
    [{ secret: secret.trim() }, t.secretHasSpace],
  ];
  for (const [change, explanation] of suspects) {
    const changed = { body, secret, ...change };
    if (changed.body === body && changed.secret === secret) continue;
    if (await matches(changed)) return [explanation];
  }
  return [t.other];
}

/** The body as the gateway serialises JSON: without spaces. */
function reserialised(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}

async function xSignature(secret: string, body: string): Promise<string> {
  const bytes = await hmac(new TextEncoder().encode(secret), body);
  return `sha256=${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

async function webhookSignature(secret: string, id: string, timestamp: string, body: string): Promise<string> {
  return `v1,${btoa(String.fromCharCode(...(await hmac(webhookKey(secret), `${id}.${timestamp}.${body}`))))}`;
}

/** The decoded base64 after `whsec_`; otherwise the bytes of the text. */
function webhookKey(secret: string): Uint8Array<ArrayBuffer> {
  if (!secret.startsWith('whsec_')) return new TextEncoder().encode(secret);
  try {
    return Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0));
  } catch {
    // The gateway does not start with invalid base64 here, so no signature can match.
    return new Uint8Array();
  }
}

async function hmac(secret: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  // WebCrypto rejects an empty key. HMAC pads short keys with zeros, so one zero byte is the same key.
  const key = await crypto.subtle.importKey(
    'raw',
    secret.length === 0 ? new Uint8Array(1) : secret,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
}

/** An example callback, signed now. */
export async function exampleCallback(nowMs: number): Promise<{ body: string; headers: string; secret: string }> {
  const secret = texts.check.exampleSecret;
  const id = '0b7c1b1e-9f5a-4a37-8d0e-6a3f0c0d9e11';
  const timestamp = String(Math.floor(nowMs / 1000));
  const body = JSON.stringify({
    type: 'prompt.answered',
    event_id: id,
    prompt_id: '#12',
    answer: { type: 'option', value: 'deploy' },
  });
  const headers = code(
    `X-Signature: ${await xSignature(secret, body)}`,
    `webhook-id: ${id}`,
    `webhook-timestamp: ${timestamp}`,
    `webhook-signature: ${await webhookSignature(secret, id, timestamp, body)}`,
  );
  return { body, headers, secret };
}
