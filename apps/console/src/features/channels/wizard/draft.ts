import type { ChannelType, PlatformRecord } from '@gateway/contract';

/** A channel that is being set up. Lives as long as the page: secrets are written nowhere. */
export interface Draft {
  readonly channelId: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly target: string;
  readonly type: ChannelType;
  readonly callbackUrl: string;
}

export const emptyDraft: Draft = { channelId: '', credentials: {}, target: '', type: 'PROMPT', callbackUrl: '' };

/** The credentials that were filled in, for fields that the platform has. */
export function givenCredentials(platform: PlatformRecord, credentials: Draft['credentials']): Record<string, string> {
  const given = platform.credentials.map(({ name }) => [name, (credentials[name] ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** Labels of what is still to be filled in before the platform can be asked. */
export function missingFields(platform: PlatformRecord, { credentials, target }: Draft): string[] {
  const given = givenCredentials(platform, credentials);
  const missing = platform.credentials.filter(({ name, required }) => required && given[name] === undefined);
  return [...missing.map(({ label }) => label), ...(target.trim() === '' ? [platform.target.label] : [])];
}

/** A channel id that is free: the platform's, with a number where that is taken. */
export function freeId(platform: string, taken: ReadonlySet<string>): string {
  if (!taken.has(platform)) return platform;
  for (let number = 2; ; number += 1) if (!taken.has(`${platform}-${number}`)) return `${platform}-${number}`;
}

/** The organization whose operators use this console, as it stands in webhook addresses. */
const ORGANIZATION = 'default';

/** The webhook address that a channel will have; null: the gateway has no public address. */
export function webhookAddress(publicUrl: string | null, platform: string, channelId: string): string | null {
  return publicUrl === null ? null : `${publicUrl}/webhooks/${ORGANIZATION}/${platform}/${channelId}`;
}

/** Whether a target looks as the platform says targets usually do; true where it says nothing. */
export function looksLikeTarget({ pattern }: PlatformRecord['target'], target: string): boolean {
  if (pattern === null || target.trim() === '') return true;
  try {
    return new RegExp(pattern, 'u').test(target.trim());
  } catch {
    return true;
  }
}
