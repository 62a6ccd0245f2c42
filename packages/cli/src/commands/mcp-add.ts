import { command } from '../command.js';
import { changeHostFile } from '../hosts/change-host-file.js';
import { callArguments, hosts, mcpFile, placeOptions, type Host } from '../hosts/hosts.js';
import { addServer, removeServer } from '../hosts/mcp-entries.js';
import { noteIfNotOnPath } from '../hosts/on-path.js';

const words = [{ name: 'HOST', choices: hosts }] as const;

export const mcpAdd = command({
  name: 'mcp add',
  summary: 'Write the settings of an MCP host so that it starts gateway mcp.',
  words,
  options: {
    ...placeOptions,
    channel: { type: 'string', value: 'ID', help: 'The channel to ask on. Default: that of the profile.' },
  },
  async run({ flags, words: [given], context }) {
    const host = given as Host;
    const args = callArguments(flags);
    const place = mcpFile({ host, scope: flags.scope === 'project' ? 'project' : 'user', env: context.env });
    await noteIfNotOnPath(context);
    return await changeHostFile(place, { edit: (text) => addServer(text, host, args), print: flags.print }, context);
  },
});

export const mcpRemove = command({
  name: 'mcp remove',
  summary: 'Remove from the settings of an MCP host what mcp add wrote.',
  words,
  options: { scope: placeOptions.scope },
  async run({ flags, words: [given], context }) {
    const host = given as Host;
    const place = mcpFile({ host, scope: flags.scope === 'project' ? 'project' : 'user', env: context.env });
    return await changeHostFile(place, { edit: (text) => removeServer(text, host) }, context);
  },
});
