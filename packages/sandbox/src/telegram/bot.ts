import type { Clock } from '../server/clock.js';
import { LongPoll } from './long-poll.js';
import type { BotUser } from './types.js';
import { UpdateQueue } from './update-queue.js';

/** One bot account and its updates. */
export interface Bot {
  token: string;
  me: BotUser;
  revoked: boolean;
  queue: UpdateQueue;
  poll: LongPoll;
}

/** Options of a new bot. Each has a default. */
export interface BotOptions {
  /** `<id>:<secret>`; its id becomes the bot's id. */
  token?: string;
  username?: string;
  firstName?: string;
  /** Privacy mode, on unless false: in groups the bot receives only commands, its mentions and replies to it. */
  privacy?: boolean;
  /** Id of its first update; derived from the bot's id unless given. */
  firstUpdate?: number;
}

export function createBot(id: number, token: string, options: BotOptions, clock: Clock, keepUpdates?: number): Bot {
  // As on Telegram, an update's id fits 32 bits and a bot's id does not.
  const queue = new UpdateQueue(options.firstUpdate ?? 100_000_000 + (id % 1_000_000) * 1_000 + 1, keepUpdates);
  const poll = new LongPoll(queue, clock);
  queue.onUpdate = () => poll.wake();
  return {
    token,
    revoked: false,
    queue,
    poll,
    me: {
      id,
      is_bot: true,
      first_name: options.firstName ?? `Bot ${id}`,
      username: options.username ?? `sim_${id}_bot`,
      can_join_groups: true,
      can_read_all_group_messages: options.privacy === false,
      supports_inline_queries: false,
      can_connect_to_business: false,
      has_main_web_app: false,
    },
  };
}
