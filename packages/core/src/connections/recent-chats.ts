import type { Chat, InboundEvent } from '@gateway/platform-kit';

/** Chats per account; the least recent one is dropped. */
const MAX_CHATS = 50;
/** Accounts; the least recently active one is dropped. */
const MAX_ACCOUNTS = 200;

/** Chats that recently wrote to an account, with or without a channel. Kept in memory, to help operators find a chat's id. */
export class RecentChats {
  readonly #accounts = new Map<string, Map<string, Chat>>();

  note(account: string, events: readonly InboundEvent[]): void {
    if (events.length === 0) return;
    const chats = this.#accounts.get(account) ?? new Map<string, Chat>();
    for (const event of events) {
      const chat = chatOf(event);
      touch(chats, chat.id, chat, MAX_CHATS);
    }
    touch(this.#accounts, account, chats, MAX_ACCOUNTS);
  }

  /** Most recent first. */
  of(account: string): Chat[] {
    return [...(this.#accounts.get(account)?.values() ?? [])].toReversed();
  }
}

/** Moves an entry to the end and drops the oldest ones beyond `max`. */
function touch<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
  }
}

function chatOf({ chat, targets, sender }: InboundEvent): Chat {
  return chat ?? { id: targets.at(-1) ?? targets[0], name: sender.name ?? sender.username ?? sender.id };
}
