import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { prepare } from '../lib/prepare.mjs';
import { main, Stop } from '../lib/run.mjs';
import { root } from '../lib/workspace.mjs';

/**
 * @typedef {{ url: string, env: Record<string, string>, target: string, credentials: Record<string, string>, close(): Promise<void> }} SimulatedPlatform
 */

// Starts the simulator of one platform and prints what a gateway needs to use it.
await main(async () => {
  await prepare();
  /** @type {{ platformStarters: Record<string, (options: { port: number }) => Promise<SimulatedPlatform>> }} */
  const { platformStarters } = await import(
    pathToFileURL(join(root, 'packages/simulators/dist/platforms/index.js')).href
  );
  const { platform, port } = read(process.argv.slice(2), Object.keys(platformStarters));
  const simulator = await platformStarters[platform]?.({ port }).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    throw error.code === 'EADDRINUSE' ? new Stop(`Port ${port} is in use: give another one.`) : error;
  });
  if (!simulator) return;
  const channel = { platform, target_chat_id: simulator.target, credentials: simulator.credentials };
  process.stdout.write(
    [
      `The simulator of ${platform} listens at ${simulator.url}; its control API is below ${simulator.url}/control. Ctrl-C ends it.`,
      'Start the gateway with',
      ...Object.entries(simulator.env).map((setting) => `  ${setting.join('=')}`),
      'and register a channel with',
      `  ${JSON.stringify(channel)}`,
      '',
    ].join('\n'),
  );
  const end = () => void simulator.close().then(() => process.exit());
  process.once('SIGINT', end).once('SIGTERM', end);
});

/**
 * @param {string[]} args
 * @param {string[]} platforms
 */
function read(args, platforms) {
  const usage = `Usage: npm run simulator -- <${platforms.join('|')}> [--port <number>]`;
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { port: { type: 'string' } } });
    const [platform = '', ...others] = positionals;
    const port = Number(values.port ?? 0);
    if (others.length === 0 && platforms.includes(platform) && Number.isInteger(port) && port >= 0 && port < 65_536)
      return { platform, port };
  } catch {
    // An unknown option: the usage is printed below.
  }
  throw new Stop(usage);
}
