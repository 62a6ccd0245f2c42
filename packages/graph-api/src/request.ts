import { PlatformError } from '@gateway/platform-kit';
import { z } from 'zod';
import { toPlatformError, unusable, type GraphPlatform } from './platform.js';

export interface RequestOptions {
  readonly fetch: typeof fetch;
  /** Hidden wherever an error would show it. */
  readonly token: string;
  readonly signal: AbortSignal | undefined;
  /** How long the whole exchange may take, in milliseconds; 15 000 unless given. */
  readonly timeoutMs?: number | undefined;
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
export async function request(
  platform: GraphPlatform,
  url: string,
  init: RequestInit,
  options: RequestOptions,
): Promise<object> {
  const { response, text } = await exchange(platform, url, init, options);
  const body = parse(text);
  const failed = failure.safeParse(body);
  if (failed.success) {
    const { code, message, error_subcode: subcode, error_data } = failed.data.error;
    const hide = (words: string) => words.replaceAll(options.token, `[${platform.token}]`);
    const details = error_data === undefined ? undefined : hide(error_data.details);
    const problem = { code, title: hide(message), subcode, details };
    throw toPlatformError(platform, problem, response.status, retryAfter(response));
  }
  if (response.ok && typeof body === 'object' && body !== null) return body;
  if (response.ok) throw unusable(platform);
  const title = `HTTP ${response.status}`;
  throw toPlatformError(platform, { code: 0, title }, response.status, retryAfter(response));
}

/** The signal and the time limit end the whole exchange, the reading of the answer included. */
async function exchange(
  platform: GraphPlatform,
  url: string,
  init: RequestInit,
  { fetch, signal, timeoutMs = 15_000 }: RequestOptions,
) {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: ending.signal });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw new PlatformError('unavailable', `The request to ${platform.name} was cancelled.`);
    if (ending.signal.aborted) throw new PlatformError('unavailable', `${platform.name} did not answer in time.`);
    throw unreachable(platform, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** No answer at all. Only the code of the error is shown: its message may carry the token. */
function unreachable({ name, urlSetting }: GraphPlatform, error: unknown): PlatformError {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const reason = typeof code === 'string' ? code : cause?.code;
  const shown = typeof reason === 'string' && /^[A-Z][A-Z0-9_]+$/.test(reason) ? ` (${reason})` : '';
  return new PlatformError('unavailable', `${name} could not be reached${shown}.`, {
    hint: `Check this machine's internet connection, and ${urlSetting} if it is set.`,
  });
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
