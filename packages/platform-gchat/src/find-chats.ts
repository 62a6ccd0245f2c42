import type { Chat } from '@gateway/platform-kit';
import { z } from 'zod';
import type { Call } from './api.js';
import { unusable } from './errors.js';

const answer = z.object({
  spaces: z.array(z.object({ name: z.string(), displayName: z.string().optional().catch(undefined) })).optional(),
});

const members = z.object({
  memberships: z
    .array(z.object({ member: z.object({ displayName: z.string().optional(), type: z.string().optional() }) }))
    .optional(),
});

/** The spaces that the app was added to. Google lists a direct conversation only after its first message. */
export async function findChats(call: Call, signal?: AbortSignal): Promise<readonly Chat[]> {
  const listed = answer.safeParse(await call({ method: 'GET', path: 'spaces', query: { pageSize: '50' } }, signal));
  if (!listed.success) throw unusable('PLATFORM_GCHAT_API_URL');
  return await Promise.all(
    (listed.data.spaces ?? []).map(async ({ name, displayName }) => ({
      id: name,
      name: displayName || (await nameOfDirectMessage(call, name, signal)),
    })),
  );
}

/** The name of the person in a direct message, which has no name itself. */
export async function nameOfDirectMessage(call: Call, space: string, signal?: AbortSignal): Promise<string> {
  const request = { method: 'GET', path: `${space}/members`, query: { pageSize: '2' } } as const;
  const found = members.safeParse(await call(request, signal).catch(() => null)).data?.memberships ?? [];
  return (
    found.find(({ member }) => member.type !== 'BOT' && member.displayName)?.member.displayName ?? 'Direct message'
  );
}
