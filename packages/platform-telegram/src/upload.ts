import { isPlatformError, openMedia, type ConnectionContext, type Media } from '@gateway/platform-kit';
import { GrammyError, HttpError } from 'grammy';
import type { ApiResponse } from 'grammy/types';
import { toPlatformError } from './errors.js';

const UPLOAD_MS = 120_000;

/** One request with a file in it. */
interface Parcel {
  readonly method: 'sendPhoto' | 'sendDocument';
  /** The name under which the method takes the file. */
  readonly part: 'photo' | 'document';
  readonly media: Extract<Media, { readonly kind: 'bytes' }>;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Posts a file. Throws nothing but `PlatformError`; `signal` and a time limit end it. */
export type Upload = <T>(signal: AbortSignal | undefined, parcel: Parcel) => Promise<T>;

/**
 * Without grammY: its forms are of unknown length, call every file an octet-stream, and leave out blanks that servers other than
 * Telegram's own may want.
 */
export function createUpload({
  credentials: { bot_token: token },
  endpoints,
  fetch,
}: ConnectionContext<{ readonly bot_token: string }>): Upload {
  return async <T>(signal: AbortSignal | undefined, parcel: Parcel) => {
    const late = AbortSignal.timeout(UPLOAD_MS);
    try {
      const response = await fetch(`${endpoints['api']}/bot${token}/${parcel.method}`, {
        method: 'POST',
        body: await formOf(parcel),
        signal: signal ? AbortSignal.any([signal, late]) : late,
      });
      const answer = (await response.json()) as ApiResponse<T>;
      if (answer.ok) return answer.result;
      throw new GrammyError(answer.description, answer, parcel.method, {});
    } catch (error) {
      if (isPlatformError(error)) throw error;
      const known = error instanceof GrammyError ? error : new HttpError('The upload failed.', error);
      throw toPlatformError(known, token, signal?.aborted === true);
    }
  };
}

async function formOf({ part, media, fields }: Parcel): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.append(part, await openMedia(media), plainName(media.filename));
  return form;
}

/** A file name without what a form's header can only hold in disguise, in which people would see it. */
function plainName(filename: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are among it
  return filename.replace(/[\u0000-\u001f\u007f"\\/]/g, '_') || 'file';
}
