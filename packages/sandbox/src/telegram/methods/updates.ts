import { readAllowed } from '../allowed-updates.js';
import { Described, type Method } from './method.js';

const MAX_POLL_SECONDS = 50;

export const getUpdates: Method = ({ bot, params, signal }) => {
  readAllowed(bot, params);
  const offset = params.integer('offset') ?? 0;
  if (offset !== 0) bot.queue.confirm(offset);
  const wanted = params.integer('limit') ?? 100;
  const limit = wanted >= 1 && wanted <= 100 ? wanted : 100;
  const seconds = Math.min(Math.max(params.integer('timeout') ?? 0, 0), MAX_POLL_SECONDS);
  return bot.poll.take(limit, seconds * 1000, signal);
};

/** This bot only polls: there is never a webhook to delete. */
export const deleteWebhook: Method = ({ bot, params }) => {
  if (params.flag('drop_pending_updates')) bot.queue.drop();
  return new Described(true, 'Webhook is already deleted');
};
