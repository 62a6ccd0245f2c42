import type { Command } from './command.js';
import { ask } from './commands/ask.js';
import { channels } from './commands/channels.js';
import { completionOf } from './commands/completion.js';
import { decide } from './commands/decide.js';
import { doctor } from './commands/doctor.js';
import { hook } from './commands/hook.js';
import { hookInstall, hookUninstall } from './commands/hook-install.js';
import { init } from './commands/init.js';
import { keys, keysCreate, keysRevoke } from './commands/keys.js';
import { listen } from './commands/listen.js';
import { login } from './commands/login.js';
import { mcp } from './commands/mcp.js';
import { mcpAdd, mcpRemove } from './commands/mcp-add.js';
import { prompts, promptsCancel, promptsShow, promptsWait } from './commands/prompts.js';
import { sandbox, sandboxPress } from './commands/sandbox.js';
import { send } from './commands/send.js';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  init,
  ask,
  decide,
  send,
  prompts,
  promptsShow,
  promptsWait,
  promptsCancel,
  channels,
  keys,
  keysCreate,
  keysRevoke,
  listen,
  hook,
  hookInstall,
  hookUninstall,
  mcp,
  mcpAdd,
  mcpRemove,
  login,
  doctor,
  sandbox,
  sandboxPress,
  completionOf(() => commands),
];
