import { isPlatformError, type Chat, type Connection, type Credentials, type Platform } from '@gateway/platform-kit';
import type { Clock, Logger } from '../ports.js';
import { callPlatform, refusalOf } from './platform-call.js';

const MAX_CHATS = 50;

/** Chats to choose from, and what to do when the one that is looked for is not among them. */
export interface FoundChats {
  readonly chats: readonly Chat[];
  readonly hint: string | null;
}

/**
 * Those that wrote of late first, then those that the platform lists. A platform's refusal is a `Refusal`, unless there is
 * something to choose from all the same: then it is the hint.
 */
export async function findChats(
  deps: { readonly clock: Clock; readonly log: Logger; readonly credentials: Credentials },
  platform: Platform,
  heard: readonly Chat[],
  withConnection: <T>(ask: (connection: Connection, receiving: boolean) => Promise<T>) => Promise<T>,
): Promise<FoundChats> {
  try {
    const listed = await withConnection((connection, receiving) =>
      connection.chats
        ? callPlatform(deps, async (signal) => (await connection.chats?.({ receiving }, signal)) ?? [])
        : Promise.resolve([]),
    );
    const chats = mergeChats(heard, listed);
    return { chats, hint: chats.length === 0 ? howToFind(platform) : null };
  } catch (error) {
    if (heard.length === 0 || !isPlatformError(error) || error.code === 'auth') throw refusalOf(error);
    return { chats: mergeChats(heard, []), hint: error.explanation };
  }
}

/** The platform knows best what a chat is called. */
function mergeChats(heard: readonly Chat[], listed: readonly Chat[]): Chat[] {
  const chats = new Map(heard.map(({ id, name }) => [id, { id, name }]));
  for (const { id, name } of listed) chats.set(id, { id, name });
  return [...chats.values()].slice(0, MAX_CHATS);
}

function howToFind({ name, target }: Platform): string {
  return `${name} names no chat yet: write to the bot in the chat that you want, then look again. ${target.help}`;
}
