import { isPlatformError, type Chat, type Connection, type Credentials, type Platform } from '@gateway/platform-kit';
import type { Clock, Logger } from '../ports/system.js';
import { callPlatform, refusalOf } from './platform-call.js';

const MAX_CHATS = 50;

/** Chats to choose from, and a hint for when the wanted one is missing; null: no hint is needed. */
export interface FoundChats {
  readonly chats: readonly Chat[];
  readonly hint: string | null;
}

/**
 * Lists the chats that recently wrote first, then those that the platform lists. A platform's refusal is thrown as a `Refusal`, or
 * becomes the hint when there are recent chats.
 */
export async function findChats(
  deps: { readonly clock: Clock; readonly log: Logger; readonly credentials: Credentials },
  platform: Platform,
  recent: readonly Chat[],
  withConnection: <T>(ask: (connection: Connection, receiving: boolean) => Promise<T>) => Promise<T>,
): Promise<FoundChats> {
  try {
    const listed = await withConnection((connection, receiving) =>
      connection.chats
        ? callPlatform({ ...deps, platform }, async (signal) => (await connection.chats?.({ receiving }, signal)) ?? [])
        : Promise.resolve([]),
    );
    const chats = mergeChats(recent, listed);
    return { chats, hint: chats.length === 0 ? howToFind(platform) : null };
  } catch (error) {
    if (recent.length === 0 || !isPlatformError(error) || error.code === 'auth') throw refusalOf(error);
    return { chats: mergeChats(recent, []), hint: error.explanation };
  }
}

/** Merges the lists; names from the platform win. */
function mergeChats(recent: readonly Chat[], listed: readonly Chat[]): Chat[] {
  const chats = new Map(recent.map(({ id, name }) => [id, { id, name }]));
  for (const { id, name } of listed) chats.set(id, { id, name });
  return [...chats.values()].slice(0, MAX_CHATS);
}

function howToFind({ name, target }: Platform): string {
  return `${name} lists no chat yet: send the bot a message in the chat that you want, then search again. ${target.help}`;
}
