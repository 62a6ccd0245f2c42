import type { Bot } from './bot.js';
import type { Params } from './params.js';

/** Reads `allowed_updates`. When it is absent the setting stays; unknown names are kept but match nothing, as in the Bot API. */
export function readAllowed(bot: Bot, params: Params): void {
  const allowed = params.json('allowed_updates', "can't parse allowed updates JSON array");
  if (Array.isArray(allowed)) bot.queue.allowed = allowed.filter((name): name is string => typeof name === 'string');
}
