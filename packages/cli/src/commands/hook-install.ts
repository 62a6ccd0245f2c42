import { command } from '../command.js';
import { changeHostFile } from '../hosts/change-host-file.js';
import { hookCommand, installHooks, uninstallHooks } from '../hosts/hook-entries.js';
import { callArguments, hookFile, hosts, placeOptions, type Host } from '../hosts/hosts.js';
import { noteIfNotOnPath } from '../hosts/on-path.js';

const words = [{ name: 'HOST', choices: hosts }] as const;

export const hookInstall = command({
  name: 'hook install',
  summary: 'Write the settings of a coding agent so that it asks people before it uses a tool.',
  words,
  options: {
    ...placeOptions,
    channel: { type: 'string', value: 'ID', help: 'The channel to ask on. Default: that of the profile.' },
    'on-timeout': {
      type: 'string',
      choices: ['pass', 'deny'],
      help: 'What no answer means. Default: deny for claude-code, whose call would go on, pass for others.',
    },
  },
  async run({ flags, words: [given], context }) {
    const host = given as Host;
    const onTimeout = flags['on-timeout'] ?? (host === 'claude-code' ? 'deny' : undefined);
    const run = hookCommand(host, callArguments({ ...flags, 'on-timeout': onTimeout }));
    const place = hookFile({ host, scope: flags.scope === 'project' ? 'project' : 'user', env: context.env });
    await noteIfNotOnPath(context);
    return await changeHostFile(place, { edit: (text) => installHooks(text, host, run), print: flags.print }, context);
  },
});

export const hookUninstall = command({
  name: 'hook uninstall',
  summary: 'Remove from the settings of a coding agent what hook install wrote.',
  words,
  options: { scope: placeOptions.scope },
  async run({ flags, words: [given], context }) {
    const host = given as Host;
    const place = hookFile({ host, scope: flags.scope === 'project' ? 'project' : 'user', env: context.env });
    return await changeHostFile(place, { edit: (text) => uninstallHooks(text, host) }, context);
  },
});
