import { PlatformError, type PlatformErrorCode } from '@gateway/platform-kit';

/** An error of the Graph API. */
export interface GraphProblem {
  readonly code: number;
  readonly title: string;
  readonly subcode?: number | undefined;
}

const WRITE_FIRST =
  'Messenger lets a page write only within 24 hours after the person wrote: ask them to send any message to the page first.';

const PERMISSION =
  'Make a new page access token with the permission pages_messaging. While the app is not published, only people with a role in it can be written to.';

const TOO_FAST = 'Send less at a time.';

const UNAVAILABLE_PERSON = 'The person blocked the page, left, or cannot be written to at present.';

/** What the documented error codes mean for an operator. */
const CODES: Readonly<Record<number, readonly [PlatformErrorCode, string?]>> = {
  1: ['unavailable'],
  2: ['unavailable'],
  3: ['forbidden', PERMISSION],
  4: ['rate_limited', TOO_FAST],
  10: ['forbidden', PERMISSION],
  17: ['rate_limited', TOO_FAST],
  32: ['rate_limited', TOO_FAST],
  341: ['rate_limited', TOO_FAST],
  368: ['forbidden', 'Meta restricted the page or app: see its support inbox.'],
  551: ['forbidden', UNAVAILABLE_PERSON],
  613: ['rate_limited', TOO_FAST],
  1200: ['unavailable'],
  10_904: ['forbidden', 'Turn on messages in the settings of the page.'],
  80_006: ['rate_limited', TOO_FAST],
};

/** Subcodes say more than the code above them. */
const SUBCODES: Readonly<Record<number, readonly [PlatformErrorCode, string?]>> = {
  33: ['not_found', 'Check the target: the page-scoped id of a person who wrote to this very page.'],
  1_545_041: ['forbidden', UNAVAILABLE_PERSON],
  2_018_001: [
    'not_found',
    'Check the target: the page-scoped id of a person who wrote to this very page. Another page knows the same person by another id.',
  ],
  2_018_008: ['invalid', 'Messenger could not fetch the attachment: its address must be reachable from the internet.'],
  2_018_022: ['rate_limited', TOO_FAST],
  2_018_047: ['invalid', 'Attach an image, video or file up to 25 MB.'],
  2_018_108: ['forbidden', UNAVAILABLE_PERSON],
  2_018_278: ['window_closed', WRITE_FIRST],
};

function refusedToken(): PlatformError {
  return new PlatformError('auth', 'Messenger refuses the page access token.', {
    hint: 'Generate it again in the app: Messenger, Messenger API Settings, Generate access tokens.',
  });
}

/** A problem in words for an operator. The title of a token error repeats the token: it is left out. */
export function toPlatformError(
  { code, subcode, title }: GraphProblem,
  status: number,
  retryAfterMs?: number,
): PlatformError {
  if (code === 190 || code === 102 || code === 104 || status === 401) return refusedToken();
  const message = `Messenger: ${(title || `error ${code}`).replace(/\.*$/, '')}.`;
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  const known =
    (subcode === undefined ? undefined : SUBCODES[subcode]) ??
    (/outside of (the )?allowed window/i.test(title) ? (['window_closed', WRITE_FIRST] as const) : CODES[code]);
  if (known !== undefined) {
    const [kind, hint] = known;
    return new PlatformError(kind, message, { ...(hint !== undefined && { hint }), ...wait });
  }
  if (code >= 200 && code < 300) return new PlatformError('forbidden', message, { hint: PERMISSION });
  return new PlatformError(byStatus(status), message, wait);
}

function byStatus(status: number): PlatformErrorCode {
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'unavailable';
  if (status === 403) return 'forbidden';
  return status === 404 ? 'not_found' : 'invalid';
}

export const unusable = () =>
  new PlatformError('unavailable', "Messenger's answer was not one of the Graph API.", {
    hint: 'Check PLATFORM_MESSENGER_API_URL if it is set, and any proxy on the way.',
  });

/** No answer at all. */
export function unreachable(error: unknown): PlatformError {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const reason = typeof code === 'string' ? code : cause?.code;
  const shown = typeof reason === 'string' && /^[A-Z][A-Z0-9_]+$/.test(reason) ? ` (${reason})` : '';
  return new PlatformError('unavailable', `Messenger could not be reached${shown}.`, {
    hint: "Check this machine's way to the internet, and PLATFORM_MESSENGER_API_URL if it is set.",
  });
}
