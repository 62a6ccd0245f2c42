import { PlatformError, type PlatformErrorCode } from '@gateway/platform-kit';

/** An error of the Graph API, of an answer or of a message's reported fate. */
export interface GraphProblem {
  readonly code: number;
  readonly title: string;
  readonly subcode?: number | undefined;
  readonly details?: string | undefined;
}

const NEW_TOKEN =
  'Make a permanent token of a system user (business.facebook.com, Settings, System users) with the permission ' +
  'whatsapp_business_messaging, and enter it as the access token.';

const WRITE_FIRST =
  'WhatsApp lets a business write freely only within 24 hours after the person wrote: ask them to send any message to this number first.';

const TOO_FAST = 'Send less at a time; the limits stand in the WhatsApp Manager.';

/** What the documented error codes mean for an operator. */
const CODES: Readonly<Record<number, readonly [PlatformErrorCode, string?]>> = {
  1: ['unavailable'],
  2: ['unavailable'],
  3: ['forbidden', 'Give the access token the permission whatsapp_business_messaging.'],
  4: ['rate_limited', TOO_FAST],
  10: ['forbidden', 'Give the access token the permission whatsapp_business_messaging.'],
  17: ['rate_limited', TOO_FAST],
  32: ['rate_limited', TOO_FAST],
  33: ['not_found', 'The business number was deleted: check the phone number ID.'],
  368: ['forbidden', 'Meta restricted the business account: see its Business Support Home.'],
  613: ['rate_limited', TOO_FAST],
  80_007: ['rate_limited', TOO_FAST],
  130_429: ['rate_limited', TOO_FAST],
  130_497: ['forbidden', 'This business may not write to people of that country.'],
  131_000: ['unavailable'],
  131_005: ['forbidden', 'Give the access token the permission whatsapp_business_messaging.'],
  131_016: ['unavailable'],
  131_021: ['invalid', 'The target is the business number itself: set it to the number of a person.'],
  131_026: [
    'not_found',
    'The number is not on WhatsApp, or the person must update WhatsApp or accept its terms. Check the target: country code and digits.',
  ],
  131_030: [
    'forbidden',
    'A test number writes only to numbers that are listed: add the person under "To" on the page API Setup of the app.',
  ],
  131_031: ['forbidden', 'Meta locked the business account: see its Business Support Home.'],
  131_042: ['forbidden', 'Set up a payment method for the WhatsApp business account.'],
  131_045: ['forbidden', 'Register the business number with the Cloud API first.'],
  131_047: ['window_closed', WRITE_FIRST],
  131_048: ['rate_limited', 'People blocked or reported this number: see its quality in the WhatsApp Manager.'],
  131_052: ['invalid', 'WhatsApp could not fetch the attachment: its address must be reachable from the internet.'],
  131_053: ['invalid', 'Attach a JPEG or PNG up to 5 MB, an MP4 up to 16 MB, or a document up to 100 MB.'],
  131_056: ['rate_limited', 'Too many messages to one person: WhatsApp takes about one every six seconds.'],
  131_057: ['unavailable', 'The business account is under maintenance.'],
  133_010: ['forbidden', 'Register the business number with the Cloud API first.'],
};

const UNKNOWN_NUMBER = 'Check the phone number ID (API Setup of the app), and that the access token may use it.';

function refusedToken(): PlatformError {
  return new PlatformError('auth', 'WhatsApp refuses the access token.', { hint: NEW_TOKEN });
}

/** A problem in words for an operator. The title of a token error repeats the token: it is left out. */
export function toPlatformError(problem: GraphProblem, status?: number, retryAfterMs?: number): PlatformError {
  const { code, subcode } = problem;
  if (code === 190 || code === 102 || code === 104 || status === 401) return refusedToken();
  const message = wording(problem);
  if (code === 100 && subcode === 33) return new PlatformError('not_found', message, { hint: UNKNOWN_NUMBER });
  const known = CODES[code];
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (known !== undefined) {
    const [kind, hint] = known;
    return new PlatformError(kind, message, { ...(hint !== undefined && { hint }), ...wait });
  }
  if (code >= 200 && code < 300) {
    return new PlatformError('forbidden', message, {
      hint: 'Give the access token the permission whatsapp_business_messaging.',
    });
  }
  return new PlatformError(byStatus(status), message, wait);
}

function byStatus(status = 400): PlatformErrorCode {
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'unavailable';
  if (status === 403) return 'forbidden';
  return status === 404 ? 'not_found' : 'invalid';
}

/** One sentence of the title and, where it says more, the details. */
function wording({ title, details, code }: GraphProblem): string {
  const parts = [title || `error ${code}`, ...(details !== undefined && !title.includes(details) ? [details] : [])];
  return `WhatsApp: ${parts.map((part) => part.replace(/\.*$/, '')).join(': ')}.`;
}

export const unusable = () =>
  new PlatformError('unavailable', "WhatsApp's answer was not one of the Graph API.", {
    hint: 'Check PLATFORM_WHATSAPP_API_URL if it is set, and any proxy on the way.',
  });

/** No answer at all. */
export function unreachable(error: unknown): PlatformError {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const reason = typeof code === 'string' ? code : cause?.code;
  const shown = typeof reason === 'string' && /^[A-Z][A-Z0-9_]+$/.test(reason) ? ` (${reason})` : '';
  return new PlatformError('unavailable', `WhatsApp could not be reached${shown}.`, {
    hint: "Check this machine's way to the internet, and PLATFORM_WHATSAPP_API_URL if it is set.",
  });
}
