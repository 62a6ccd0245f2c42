import { isPlatformError, type Chat } from '@gateway/platform-kit';
import type { Slack } from './api.js';

/** The channels that the app is a member of: public ones, and private ones if the app has the scope to list them. */
export async function findChats({ call }: Slack, signal?: AbortSignal): Promise<readonly Chat[]> {
  const list = async (types: string) => {
    const { channels } = await call(signal, (web) =>
      web.users.conversations({ types, exclude_archived: true, limit: 200 }),
    );
    return channels ?? [];
  };
  const channels = await list('public_channel,private_channel').catch((error: unknown) => {
    // Public and private channels need different scopes.
    if (isPlatformError(error) && /missing_scope/.test(error.message)) return list('public_channel');
    throw error;
  });
  return channels
    .slice(0, 50)
    .flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name: name ? `#${name}` : id }]));
}
