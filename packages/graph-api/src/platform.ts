import { PlatformError, type PlatformErrorCode } from '@gateway/platform-kit';

/** The version of the Graph API that is called. */
export const GRAPH_VERSION = 'v25.0';

/** An error of the Graph API, of an answer or of a message's reported fate. */
export interface GraphProblem {
  readonly code: number;
  readonly title: string;
  readonly subcode?: number | undefined;
  readonly details?: string | undefined;
}

/** What kind of problem it is and, where one helps, the sentence that tells an operator the fix. */
export type Meaning = readonly [PlatformErrorCode, string?];

/** One platform behind the Graph API: its words, and what its own error codes mean. */
export interface GraphPlatform {
  /** What operators call it. */
  readonly name: string;
  /** The kind of object that its webhook reports on. */
  readonly object: string;
  /** What operators call the token. */
  readonly token: string;
  /** The setting that replaces the root address. */
  readonly urlSetting: string;
  /** What to do when the token is refused, lacks the permission, or was used too fast. */
  readonly hints: { readonly newToken: string; readonly permission: string; readonly tooFast: string };
  /** What a problem means on this platform; undefined: what it means everywhere. */
  readonly meaningOf: (problem: GraphProblem) => Meaning | undefined;
}

/** A problem in words for an operator. The title of a token error repeats the token: it is left out. */
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
  const [kind, hint] = meaningOf(problem) ?? generalMeaning(code, hints) ?? [byStatus(status)];
  const parts = [title || `error ${code}`, ...(details !== undefined && !title.includes(details) ? [details] : [])];
  return new PlatformError(kind, `${name}: ${parts.map((part) => part.replace(/(?<!\.)\.*$/, '')).join(': ')}.`, {
    ...(hint !== undefined && { hint }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** What the codes mean that all platforms of the API share. */
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

/** The error for an answer of no known shape. */
export function unusable({ name, urlSetting }: GraphPlatform): PlatformError {
  return new PlatformError('unavailable', `${name}'s answer was not one of the Graph API.`, {
    hint: `Check ${urlSetting} if it is set, and any proxy on the way.`,
  });
}
