import * as channels from './channels.js';
import * as health from './health.js';
import * as prompts from './prompts.js';
import type { Route } from './route.js';

/** Every route of the interface, in the order of the documentation. */
export const routes = [
  health.getHealth,
  health.getReadiness,
  prompts.createPrompt,
  prompts.listPrompts,
  prompts.getPrompt,
  channels.createChannel,
  channels.listChannels,
  channels.getChannel,
  channels.updateChannel,
  channels.deleteChannel,
] as const satisfies readonly Route[];
