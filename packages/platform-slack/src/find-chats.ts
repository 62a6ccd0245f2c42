import { isPlatformError, type Chat } from '@gateway/platform-kit';
import type { Slack } from './api.js';

/** The channels that the app is in: every public one, and every private one where the app may read of those. */
export async function findChats({ call }: Slack, signal?: AbortSignal): Promise<readonly Chat[]> {
  const list = async (types: string) => {
    const { channels } = await call(signal, (web) =>
      web.users.conversations({ types, exclude_archived: true, limit: 200 }),
    );
    return channels ?? [];
  };
  const channels = await list('public_channel,private_channel').catch((error: unknown) => {
    // Each kind of channel takes a scope of its own.
    if (isPlatformError(error) && /missing_scope/.test(error.message)) return list('public_channel');
    throw error;
  });
  return channels
    .slice(0, 50)
    .flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name: name ? `#${name}` : id }]));
}
