import type { PlatformRecord } from '@gateway/contract';
import { withoutUser } from '@gateway/contract/values';
import { z } from 'zod';
import { readTab, writeTab } from '../../../lib/storage/tab-storage.js';
import type { Draft } from './draft.js';

const KEY = 'new-channel';

const stored = z.object({
  /** The platform of the draft. */
  platform: z.string(),
  /** Whether the channel id is confirmed. */
  isNamed: z.boolean(),
  draft: z.object({
    channelId: z.string(),
    credentials: z.record(z.string(), z.string()),
    target: z.string(),
    type: z.enum(['PROMPT', 'MESSAGE']),
    callbackUrl: z.string(),
    approvers: z.array(z.custom<Draft['approvers'][number]>((entry) => typeof entry === 'object' && entry !== null)),
    policy: z.string(),
    promptLinks: z.boolean(),
  }),
});
type Stored = z.output<typeof stored>;

/** The draft before a reload of the page; undefined: there is none for this platform. */
export function readDraft(platform: string | undefined): Stored | undefined {
  const { data } = stored.safeParse(readTab(KEY));
  return data?.platform === platform ? data : undefined;
}

/** Keeps the draft for a reload, without secret credentials and without the password of the callback URL. */
export function storeDraft(platform: PlatformRecord, draft: Draft, isNamed: boolean): void {
  const open = new Set(platform.credentials.filter(({ secret }) => !secret).map(({ name }) => name));
  const credentials = Object.fromEntries(Object.entries(draft.credentials).filter(([name]) => open.has(name)));
  const kept = { ...draft, credentials, callbackUrl: withoutUser(draft.callbackUrl) };
  writeTab(KEY, { platform: platform.id, isNamed, draft: kept });
}

export const forgetDraft = (): void => writeTab(KEY, null);
