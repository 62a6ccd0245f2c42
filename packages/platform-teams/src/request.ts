import { parseJson, PlatformError, unreachable } from '@gateway/platform-kit';

const TIMEOUT_MS = 15_000;

/** An HTTP answer with its whole body. `json` is undefined when the body is not JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** Makes one request. Returns an answer with any status. Throws `unavailable`, with the name `service`, when there is none within 15 s. */
export async function request(
  fetch: typeof globalThis.fetch,
  { service, setting, url, ...init }: { service: string; setting: string; url: string } & RequestInit,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'error' });
    return { status: response.status, headers: response.headers, json: parseJson(await response.text()) };
  } catch (error) {
    if (init.signal?.aborted) throw new PlatformError('unavailable', `The request to ${service} was cancelled.`);
    if (timeout.aborted) throw new PlatformError('unavailable', `${capital(service)} did not answer in time.`);
    throw unreachable(capital(service), error, `${setting} if it is set`);
  }
}

/** A field of a value of unknown shape; undefined when it does not exist. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

export function textField(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === 'string' ? found : undefined;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
