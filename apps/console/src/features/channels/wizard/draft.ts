import type { Approver, BodyInput, ChannelType, PlatformRecord } from '@gateway/contract';
import type { createChannel } from '@gateway/contract/values';

/** A channel that is being set up. `stored-draft.ts` keeps it for a reload, without its secrets. */
export interface Draft {
  readonly channelId: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly target: string;
  readonly type: ChannelType;
  readonly callbackUrl: string;
  /** Empty: anybody in the chat. Only for prompts. */
  readonly approvers: readonly Approver[];
  /** Empty: none. Only for prompts. */
  readonly policy: string;
  /** Only for prompts. */
  readonly promptLinks: boolean;
}

export const emptyDraft: Draft = {
  channelId: '',
  credentials: {},
  target: '',
  type: 'PROMPT',
  callbackUrl: '',
  approvers: [],
  policy: '',
  promptLinks: false,
};

type PromptSettings = Pick<BodyInput<typeof createChannel>, 'approvers' | 'policy' | 'prompt_links'>;

/** The settings of prompts. Has only what was chosen, because approvers and policy each need a permission. */
export function promptSettings({ type, approvers, policy, promptLinks }: Draft): PromptSettings {
  if (type !== 'PROMPT') return {};
  return {
    ...(approvers.length > 0 && { approvers: [...approvers] }),
    ...(policy !== '' && { policy }),
    ...(promptLinks && { prompt_links: true }),
  };
}

/** The filled-in credentials of the platform's fields. */
export function givenCredentials(platform: PlatformRecord, credentials: Draft['credentials']): Record<string, string> {
  const given = platform.credentials.map(({ name }) => [name, (credentials[name] ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** Labels of the required fields that are still empty. */
export function missingFields(platform: PlatformRecord, { credentials, target }: Draft): string[] {
  const given = givenCredentials(platform, credentials);
  const missing = platform.credentials.filter(({ name, required }) => required && given[name] === undefined);
  return [...missing.map(({ label }) => label), ...(target.trim() === '' ? [platform.target.label] : [])];
}

/** A free channel id: the platform's id, with a number when it is taken. */
export function freeId(platform: string, taken: ReadonlySet<string>): string {
  if (!taken.has(platform)) return platform;
  for (let number = 2; ; number += 1) if (!taken.has(`${platform}-${number}`)) return `${platform}-${number}`;
}

/** The organization in webhook URLs. */
const ORGANIZATION = 'default';

/** The future webhook URL of a channel; null: the gateway has no public URL. */
export function webhookAddress(publicUrl: string | null, platform: string, channelId: string): string | null {
  return publicUrl === null ? null : `${publicUrl}/webhooks/${ORGANIZATION}/${platform}/${channelId}`;
}

/** Whether a target matches the platform's pattern; true without a pattern. */
export function looksLikeTarget({ pattern }: PlatformRecord['target'], target: string): boolean {
  if (pattern === null || target.trim() === '') return true;
  try {
    return new RegExp(pattern, 'u').test(target.trim());
  } catch {
    return true;
  }
}
