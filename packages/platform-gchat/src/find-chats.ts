import type { Chat } from '@gateway/platform-kit';
import { z } from 'zod';
import type { Call } from './api.js';
import { unusable } from './errors.js';

const answer = z.object({
  spaces: z.array(z.object({ name: z.string(), displayName: z.string().optional().catch(undefined) })).optional(),
});

/** The spaces that the app was added to. Google lists a direct conversation only after its first message. */
export async function findChats(call: Call, signal?: AbortSignal): Promise<readonly Chat[]> {
  const listed = answer.safeParse(await call({ method: 'GET', path: 'spaces', query: { pageSize: '50' } }, signal));
  if (!listed.success) throw unusable('PLATFORM_GCHAT_API_URL');
  return (listed.data.spaces ?? []).map(({ name, displayName }) => ({
    id: name,
    name: displayName || 'Direct message',
  }));
}
