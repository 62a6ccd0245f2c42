import { PlatformError, type PlatformErrorCode } from '@gateway/platform-kit';

/** The version of the Graph API. */
export const GRAPH_VERSION = 'v25.0';

/** An error of the Graph API, in a response or in a status report of a message. */
export interface GraphProblem {
  readonly code: number;
  readonly title: string;
  readonly subcode?: number | undefined;
  readonly details?: string | undefined;
}

/** The kind of problem, and a hint for operators if one helps. */
export type Meaning = readonly [PlatformErrorCode, string?];

/** A platform of the Graph API: its terms for error messages, and the meaning of its own error codes. */
export interface GraphPlatform {
  /** The name that operators know. */
  readonly name: string;
  /** The value of `object` in its webhook requests. */
  readonly object: string;
  /** The name of the token for operators. */
  readonly token: string;
  /** The setting that overrides the root address. */
  readonly urlSetting: string;
  /** Hints for a refused token, a missing permission and a rate limit. */
  readonly hints: { readonly newToken: string; readonly permission: string; readonly tooFast: string };
  /** The meaning of a problem on this platform; undefined for the general meaning. */
  readonly meaningOf: (problem: GraphProblem) => Meaning | undefined;
}

const WRONG_SECRET = 'Enter the app secret of the app that the token belongs to.';

/** Converts a problem to an error for operators. The title of a token error is omitted: it repeats the token. */
export function toPlatformError(
  platform: GraphPlatform,
  problem: GraphProblem,
  status = 400,
  retryAfterMs?: number,
): PlatformError {
  const { name, token, hints, meaningOf } = platform;
  const { code, title, details } = problem;
  if ([102, 104, 190].includes(code) || status === 401) {
    return new PlatformError('auth', `${name} refuses the ${token}.`, { hint: hints.newToken });
  }
  if (title.includes('appsecret_proof')) return new PlatformError('auth', `${name}: ${title}`, { hint: WRONG_SECRET });
  const [kind, hint] = meaningOf(problem) ?? generalMeaning(code, hints) ?? [byStatus(status)];
  const parts = [title || `error ${code}`, ...(details !== undefined && !title.includes(details) ? [details] : [])];
  return new PlatformError(kind, `${name}: ${parts.map((part) => part.replace(/(?<!\.)\.*$/, '')).join(': ')}.`, {
    ...(hint !== undefined && { hint }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** The meaning of the codes that all platforms of the API share. */
function generalMeaning(code: number, { permission, tooFast }: GraphPlatform['hints']): Meaning | undefined {
  if (code === 1 || code === 2) return ['unavailable'];
  if ([4, 17, 32, 613].includes(code)) return ['rate_limited', tooFast];
  return code === 3 || code === 10 || (code >= 200 && code < 300) ? ['forbidden', permission] : undefined;
}

function byStatus(status: number): PlatformErrorCode {
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'unavailable';
  if (status === 403) return 'forbidden';
  return status === 404 ? 'not_found' : 'invalid';
}

/** The error for an answer of an unknown shape. */
export function unusable({ name, urlSetting }: GraphPlatform): PlatformError {
  return new PlatformError('unavailable', `${name}'s answer was not one of the Graph API.`, {
    hint: `Check ${urlSetting} if it is set, and any proxy on the way.`,
  });
}
