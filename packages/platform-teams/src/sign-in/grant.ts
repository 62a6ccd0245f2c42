import { field } from '../request.js';

export interface Token {
  readonly token: string;
  /** How long it is valid, in milliseconds. */
  readonly lifeMs: number;
}

/** From `expires_in`, or from `expires_on`: App Service gives only the latter. Both are numbers of seconds, often as text. */
export function lifeMsOf(json: unknown, nowMs: number): number {
  const seconds = Number(field(json, 'expires_in'));
  if (seconds > 0) return seconds * 1000;
  const until = Number(field(json, 'expires_on'));
  return until > 0 ? Math.max(0, until * 1000 - nowMs) : 3_600_000;
}
