import { parseJson, PlatformError, retryAfterMs, unreachable } from '@gateway/platform-kit';
import { z } from 'zod';
import { toPlatformError, unusable, type GraphPlatform } from './platform.js';

export interface RequestOptions {
  readonly fetch: typeof fetch;
  /** Replaced in error messages. */
  readonly token: string;
  readonly signal: AbortSignal | undefined;
  /** Time limit of the whole exchange in milliseconds. Default: 15,000. */
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

/** Makes one request and returns its answer, a JSON object. Throws only `PlatformError`, also for error answers. */
export async function request(
  platform: GraphPlatform,
  url: string,
  init: RequestInit,
  options: RequestOptions,
): Promise<object> {
  const { response, text } = await exchange(platform, url, init, options);
  const body = parseJson(text);
  const failed = failure.safeParse(body);
  if (failed.success) {
    const { code, message, error_subcode: subcode, error_data } = failed.data.error;
    const redact = (message: string) => message.replaceAll(options.token, `[${platform.token}]`);
    const details = error_data === undefined ? undefined : redact(error_data.details);
    const problem = { code, title: redact(message), subcode, details };
    throw toPlatformError(
      platform,
      problem,
      response.status,
      retryAfterMs(response.headers.get('retry-after')) ?? undefined,
    );
  }
  if (response.ok && typeof body === 'object' && body !== null) return body;
  if (response.ok) throw unusable(platform);
  const title = `HTTP ${response.status}`;
  throw toPlatformError(
    platform,
    { code: 0, title },
    response.status,
    retryAfterMs(response.headers.get('retry-after')) ?? undefined,
  );
}

/** The signal and the time limit abort the whole exchange, including reading the answer. */
async function exchange(
  platform: GraphPlatform,
  url: string,
  init: RequestInit,
  { fetch, signal, timeoutMs = 15_000 }: RequestOptions,
) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: controller.signal });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw new PlatformError('unavailable', `The request to ${platform.name} was cancelled.`);
    if (controller.signal.aborted) throw new PlatformError('unavailable', `${platform.name} did not answer in time.`);
    throw unreachable(platform.name, error, `${platform.urlSetting} if it is set`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
