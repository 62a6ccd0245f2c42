import * as audit from './audit.js';
import * as channels from './channels.js';
import * as deliveries from './deliveries.js';
import * as events from './events.js';
import * as health from './health.js';
import * as keys from './keys.js';
import * as messages from './messages.js';
import * as platforms from './platforms.js';
import * as prompts from './prompts.js';
import * as settings from './settings.js';
import * as status from './status.js';
import type { Route } from './route.js';

/** Every route of the interface, in the order of the documentation. */
export const routes = [
  prompts.createPrompt,
  prompts.listPrompts,
  prompts.getPrompt,
  prompts.cancelPrompt,
  channels.createChannel,
  channels.listChannels,
  channels.getChannel,
  channels.updateChannel,
  channels.deleteChannel,
  channels.testChannel,
  channels.testNewChannel,
  platforms.listPlatforms,
  messages.sendMessage,
  messages.listMessages,
  messages.getMessage,
  events.streamEvents,
  deliveries.listDeliveries,
  deliveries.getDelivery,
  deliveries.retryDelivery,
  deliveries.retryDeliveries,
  keys.createKey,
  keys.listKeys,
  keys.getKey,
  keys.revokeKey,
  settings.getSettings,
  settings.updateSettings,
  status.getStatus,
  audit.listAudit,
  health.getHealth,
  health.getReadiness,
  health.getMetrics,
] as const satisfies readonly Route[];
