import type { Context } from '../context.js';
import { hasHooks } from '../hosts/hook-entries.js';
import { readHostFile, type HostFile } from '../hosts/host-file.js';
import { hookFile, hosts, mcpFile, scopes, type Host } from '../hosts/hosts.js';
import { hasServer } from '../hosts/mcp-entries.js';
import { isOnPath } from '../hosts/on-path.js';
import { check, type Check } from './check.js';

/** Where hooks and the MCP server are installed, for the user and in this folder, and whether hosts find the command. */
export async function checkHosts({ env }: Context): Promise<Check[]> {
  const places = hosts.flatMap((host) => scopes.map((scope) => ({ host, scope, env })));
  const hooks = await installed(
    'hooks',
    places.map((place) => ({ host: place.host, place: hookFile(place) })),
    hasHooks,
  );
  const servers = await installed(
    'mcp',
    places.map((place) => ({ host: place.host, place: mcpFile(place) })),
    hasServer,
  );
  const checks = [...hooks, ...servers];
  if (!checks.some(({ state }) => state === 'ok') || (await isOnPath(env))) return checks;
  const text = 'Hosts find no command gateway on the PATH.';
  return [...checks, check('command', 'warning', text, 'Run: npm install --global @gateway/cli')];
}

async function installed(
  name: string,
  places: readonly { readonly host: Host; readonly place: HostFile }[],
  has: (text: string, host: Host) => boolean,
): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { host, place } of places) {
    try {
      const { text } = await readHostFile(place);
      if (has(text, host)) checks.push(check(name, 'ok', `${host}: installed in ${place.file}.`));
    } catch (error) {
      const text = `${host}: ${place.file} cannot be read: ${(error as Error).message}`;
      checks.push(check(name, 'warning', text, 'Correct the file.'));
    }
  }
  const none = check(
    name,
    'skipped',
    name === 'mcp' ? 'Installed in no host: gateway mcp add.' : 'Installed in no host: gateway hook install.',
  );
  return checks.length === 0 ? [none] : checks;
}
