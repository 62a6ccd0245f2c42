import { PlatformError } from '@gateway/platform-kit';

const TIMEOUT_MS = 15_000;

/** An HTTP answer, read to its end. `json` is undefined when the body is none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** Makes one request; any status is an answer. Throws `unavailable` when there is none within 15 s, naming `whom`. */
export async function request(
  fetch: typeof globalThis.fetch,
  { whom, setting, url, ...init }: { whom: string; setting: string; url: string } & RequestInit,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'error' });
    return { status: response.status, headers: response.headers, json: parsed(await response.text()) };
  } catch (error) {
    if (init.signal?.aborted) throw new PlatformError('unavailable', `The request to ${whom} was cancelled.`);
    if (timeout.aborted) throw new PlatformError('unavailable', `${capital(whom)} did not answer in time.`);
    throw new PlatformError('unavailable', `${capital(whom)} could not be reached${reasonOf(error)}.`, {
      hint: `Check this machine's internet connection, and ${setting} if it is set.`,
    });
  }
}

/** A part of an answer of unknown shape; undefined where there is none. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

export function textField(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === 'string' ? found : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Only a well-known code of the network: an error's own message may carry anything. */
function reasonOf(error: unknown): string {
  const code = textField(field(error, 'cause'), 'code');
  return code !== undefined && /^[A-Z][A-Z0-9_]+$/.test(code) ? ` (${code})` : '';
}
