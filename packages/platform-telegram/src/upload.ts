import { isPlatformError, openMedia, type ConnectionContext, type Media } from '@gateway/platform-kit';
import { GrammyError, HttpError } from 'grammy';
import type { ApiResponse } from 'grammy/types';
import { toPlatformError } from './errors.js';

const UPLOAD_TIMEOUT_MS = 120_000;

/** One request with a file. */
interface UploadRequest {
  readonly method: 'sendPhoto' | 'sendDocument';
  /** The method's field for the file. */
  readonly part: 'photo' | 'document';
  readonly media: Extract<Media, { readonly kind: 'bytes' }>;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Posts a file. Throws nothing but `PlatformError`; `signal` and a time limit end it. */
export type Upload = <T>(signal: AbortSignal | undefined, request: UploadRequest) => Promise<T>;

/**
 * Uploads without grammY: its forms have no content length, declare every file as an octet-stream, and omit spaces that servers other
 * than Telegram's may require.
 */
export function createUpload({
  credentials: { bot_token: token },
  endpoints,
  fetch,
}: ConnectionContext<{ readonly bot_token: string }>): Upload {
  return async <T>(signal: AbortSignal | undefined, request: UploadRequest) => {
    const timeout = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
    try {
      const response = await fetch(`${endpoints['api']}/bot${token}/${request.method}`, {
        method: 'POST',
        body: await formOf(request),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const answer = (await response.json()) as ApiResponse<T>;
      if (answer.ok) return answer.result;
      throw new GrammyError(answer.description, answer, request.method, {});
    } catch (error) {
      if (isPlatformError(error)) throw error;
      const known = error instanceof GrammyError ? error : new HttpError('The upload failed.', error);
      throw toPlatformError(known, token, signal?.aborted === true);
    }
  };
}

async function formOf({ part, media, fields }: UploadRequest): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.append(part, await openMedia(media), plainName(media.filename));
  return form;
}

/** Replaces the characters that a form header would have to escape: Telegram would show the escapes. */
function plainName(filename: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are among them
  return filename.replace(/[\u0000-\u001f\u007f"\\/]/g, '_') || 'file';
}
