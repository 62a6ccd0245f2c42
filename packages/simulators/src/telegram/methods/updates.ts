import { badRequest, conflict } from '../errors.js';
import type { Bot } from '../bot.js';
import type { WebhookSettings } from '../webhook.js';
import { Described, type Invocation, type Method } from './method.js';

const MAX_POLL_SECONDS = 50;
const PORTS = new Set(['', '80', '88', '443', '8443']);

export const getUpdates: Method = ({ bot, params, signal }) => {
  if (bot.webhook.settings) {
    throw conflict(
      "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  }
  readAllowed(bot, params);
  const offset = params.integer('offset') ?? 0;
  if (offset !== 0) bot.queue.confirm(offset);
  const asked = params.integer('limit') ?? 100;
  const limit = asked >= 1 && asked <= 100 ? asked : 100;
  const seconds = Math.min(Math.max(params.integer('timeout') ?? 0, 0), MAX_POLL_SECONDS);
  return bot.poll.take(limit, seconds * 1000, signal);
};

export const setWebhook: Method = (invocation) => {
  const { bot, params } = invocation;
  const settings = readSettings(invocation);
  readAllowed(bot, params);
  const drop = params.flag('drop_pending_updates');
  if (drop) bot.queue.drop();
  if (!settings) return remove(bot);
  bot.poll.terminate('setWebhook');
  const known = JSON.stringify(bot.webhook.settings) === JSON.stringify(settings);
  if (!known || drop) bot.webhook.use(settings);
  return new Described(true, known ? 'Webhook is already set' : 'Webhook was set');
};

export const deleteWebhook: Method = ({ bot, params }) => {
  if (params.flag('drop_pending_updates')) bot.queue.drop();
  return remove(bot);
};

export const getWebhookInfo: Method = ({ bot: { webhook, queue } }) => ({
  url: webhook.settings?.url ?? '',
  has_custom_certificate: false,
  pending_update_count: queue.size,
  ...(webhook.settings && { max_connections: webhook.settings.maxConnections }),
  ...(webhook.settings?.ipAddress && { ip_address: webhook.settings.ipAddress }),
  ...(webhook.lastError && { last_error_date: webhook.lastError.date, last_error_message: webhook.lastError.message }),
  ...(queue.allowed.length > 0 && { allowed_updates: queue.allowed }),
});

function remove(bot: Bot): Described {
  const had = bot.webhook.settings !== undefined;
  bot.webhook.use(undefined);
  return new Described(true, had ? 'Webhook was deleted' : 'Webhook is already deleted');
}

/** Undefined for an empty address, which removes the webhook. */
function readSettings({ params, allowHttpWebhooks }: Invocation): WebhookSettings | undefined {
  const secret = params.text('secret_token');
  if (secret.length > 256) throw badRequest('secret token is too long');
  if (secret !== '' && !/^[\w-]+$/.test(secret)) throw badRequest('secret token contains unallowed characters');
  const url = params.text('url');
  if (url === '') return undefined;
  if (!URL.canParse(url)) throw badRequest('bad webhook: Invalid webhook URL specified');
  const { protocol, port } = new URL(url);
  if (protocol !== 'https:' && !(allowHttpWebhooks && protocol === 'http:')) {
    throw badRequest('bad webhook: An HTTPS URL must be provided for webhook');
  }
  if (!allowHttpWebhooks && !PORTS.has(port)) {
    throw badRequest('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
  }
  const connections = params.integer('max_connections') ?? 40;
  if (connections < 1 || connections > 100) throw badRequest('max_connections must be from 1 to 100');
  const ipAddress = params.text('ip_address');
  return {
    url,
    maxConnections: connections,
    ...(secret !== '' && { secretToken: secret }),
    ...(ipAddress !== '' && { ipAddress }),
  };
}

/** Left as it was when not given; names the Bot API does not know are ignored as there. */
function readAllowed(bot: Bot, params: Invocation['params']): void {
  const allowed = params.json('allowed_updates', "can't parse allowed updates JSON array");
  if (Array.isArray(allowed)) bot.queue.allowed = allowed.filter((name): name is string => typeof name === 'string');
}
