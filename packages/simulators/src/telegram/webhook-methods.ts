import {
  conflict,
  badRequest,
  coreMethods,
  Described,
  readAllowed,
  type Bot,
  type Invocation,
  type Method,
} from '@gateway/sandbox/telegram';
import type { Webhook, WebhookSettings } from './webhook.js';

const PORTS = new Set(['', '80', '88', '443', '8443']);

export interface WebhookMethodOptions {
  webhookOf: (bot: Bot) => Webhook;
  /** Whether a webhook may be plain HTTP on any port. */
  allowHttp: boolean;
}

/** The webhook methods, and `getUpdates` for a bot that can have a webhook. */
export function webhookMethods({ webhookOf, allowHttp }: WebhookMethodOptions): Record<string, Method> {
  const remove = (bot: Bot): Described => {
    const webhook = webhookOf(bot);
    const had = webhook.settings !== undefined;
    webhook.use(undefined);
    return new Described(true, had ? 'Webhook was deleted' : 'Webhook is already deleted');
  };
  return {
    getUpdates(invocation) {
      if (webhookOf(invocation.bot).settings) {
        throw conflict(
          "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
        );
      }
      return coreMethods.getUpdates(invocation);
    },
    setWebhook({ bot, params }) {
      const webhook = webhookOf(bot);
      const settings = readSettings(params, allowHttp);
      readAllowed(bot, params);
      const drop = params.flag('drop_pending_updates');
      if (drop) bot.queue.drop();
      if (!settings) return remove(bot);
      bot.poll.terminate('setWebhook');
      const known = JSON.stringify(webhook.settings) === JSON.stringify(settings);
      if (!known || drop) webhook.use(settings);
      return new Described(true, known ? 'Webhook is already set' : 'Webhook was set');
    },
    deleteWebhook({ bot, params }) {
      if (params.flag('drop_pending_updates')) bot.queue.drop();
      return remove(bot);
    },
    getWebhookInfo({ bot }) {
      const { settings, lastError } = webhookOf(bot);
      return {
        url: settings?.url ?? '',
        has_custom_certificate: false,
        pending_update_count: bot.queue.size,
        ...(settings && { max_connections: settings.maxConnections }),
        ...(settings?.ipAddress && { ip_address: settings.ipAddress }),
        ...(lastError && { last_error_date: lastError.date, last_error_message: lastError.message }),
        ...(bot.queue.allowed.length > 0 && { allowed_updates: bot.queue.allowed }),
      };
    },
  };
}

/** Undefined for an empty URL, which removes the webhook. */
function readSettings(params: Invocation['params'], allowHttp: boolean): WebhookSettings | undefined {
  const secret = params.text('secret_token');
  if (secret.length > 256) throw badRequest('secret token is too long');
  if (secret !== '' && !/^[\w-]+$/.test(secret)) throw badRequest('secret token contains unallowed characters');
  const url = params.text('url');
  if (url === '') return undefined;
  if (!URL.canParse(url)) throw badRequest('bad webhook: Invalid webhook URL specified');
  const { protocol, port } = new URL(url);
  if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) {
    throw badRequest('bad webhook: An HTTPS URL must be provided for webhook');
  }
  if (!allowHttp && !PORTS.has(port)) {
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
