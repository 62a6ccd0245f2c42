import type { Chat, InboundEvent } from '@gateway/platform-kit';

/** Of each account the latest chats are remembered, and of the accounts those that were heard from last. */
const CHATS = 50;
const ACCOUNTS = 200;

/** Chats that wrote to an account of late, with or without a channel: in this process's memory, for whoever looks for a chat's id. */
export class RecentChats {
  readonly #accounts = new Map<string, Map<string, Chat>>();

  note(account: string, events: readonly InboundEvent[]): void {
    if (events.length === 0) return;
    const chats = this.#accounts.get(account) ?? new Map<string, Chat>();
    for (const event of events) {
      const chat = chatOf(event);
      renew(chats, chat.id, chat, CHATS);
    }
    renew(this.#accounts, account, chats, ACCOUNTS);
  }

  /** The latest first. */
  of(account: string): Chat[] {
    return [...(this.#accounts.get(account)?.values() ?? [])].toReversed();
  }
}

/** Puts an entry last, and drops the first ones beyond `most`. */
function renew<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}

function chatOf({ chat, targets, sender }: InboundEvent): Chat {
  return chat ?? { id: targets.at(-1) ?? targets[0], name: sender.name ?? sender.username ?? sender.id };
}
