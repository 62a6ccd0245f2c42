import { PlatformError } from '@gateway/platform-kit';
import { z } from 'zod';
import { toPlatformError, unreachable, unusable } from './errors.js';

export interface GraphOptions {
  readonly fetch: typeof fetch;
  readonly token: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

const failure = z.object({
  error: z.object({
    code: z.number().catch(0),
    message: z.string().catch(''),
    error_subcode: z.number().optional().catch(undefined),
    error_data: z.object({ details: z.string() }).optional().catch(undefined),
  }),
});

/** Makes one request and returns its answer, a JSON object. Throws nothing but `PlatformError`, also for error answers. */
export async function request(url: string, init: RequestInit, options: GraphOptions): Promise<object> {
  const { response, text } = await exchange(url, init, options);
  const body = parse(text);
  const failed = failure.safeParse(body);
  if (failed.success) {
    const { code, message, error_subcode, error_data } = failed.data.error;
    const hide = (words: string) => words.replaceAll(options.token, '[access token]');
    const details = error_data === undefined ? undefined : hide(error_data.details);
    const problem = { code, title: hide(message), subcode: error_subcode, details };
    throw toPlatformError(problem, response.status, retryAfter(response));
  }
  if (response.ok && typeof body === 'object' && body !== null) return body;
  if (response.ok) throw unusable();
  throw toPlatformError({ code: 0, title: `HTTP ${response.status}` }, response.status, retryAfter(response));
}

/** The signal and the time limit end the whole exchange, the reading of the answer included. */
async function exchange(url: string, init: RequestInit, { fetch, timeoutMs, signal }: GraphOptions) {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: ending.signal });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw new PlatformError('unavailable', 'The request to WhatsApp was cancelled.');
    if (ending.signal.aborted) throw new PlatformError('unavailable', 'WhatsApp did not answer in time.');
    throw unreachable(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
