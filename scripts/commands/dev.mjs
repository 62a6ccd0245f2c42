import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { devSettings, gatewayEntry } from '../lib/dev.mjs';
import { prepare } from '../lib/prepare.mjs';
import { main, tool } from '../lib/run.mjs';
import { root } from '../lib/workspace.mjs';

/** After this time, programs that have not ended are killed. */
const STOP_MS = 5_000;
/** Each program gets a process group: the compiler's launcher does not pass signals on to the compiler. */
const hasGroups = process.platform !== 'win32';

// Runs the gateway and the console for development. The compiler watches the sources, Node restarts the gateway when its compiled
// files change, and Vite updates the page.
await main(async () => {
  await prepare();
  const settings = devSettings();
  const port = settings['PORT'] ?? '8100';
  const consolePort = settings['CONSOLE_PORT'] ?? '5173';
  const vite = join(root, 'apps/console/node_modules/.bin/vite');
  const programs = [
    start('compile', tool('tsc'), ['-b', '--watch', '--preserveWatchOutput', 'apps/gateway'], { env: settings }),
    start('gateway', process.execPath, ['--watch', '--watch-preserve-output', '--enable-source-maps', gatewayEntry], {
      env: settings,
    }),
    start('console', vite, ['--port', consolePort, '--strictPort', '--clearScreen', 'false'], {
      cwd: join(root, 'apps/console'),
      env: { ...settings, GATEWAY_URL: `http://localhost:${port}` },
    }),
  ];
  console.log(`The console is at http://localhost:${consolePort}/console/, the API at http://localhost:${port}/v1.`);
  console.log(
    `The data is in ${settings.DATA_DIR}. \`npm run seed\` fills it while this does not run. Ctrl-C ends it.`,
  );

  const end = () => {
    for (const program of programs) endGroup(program, 'SIGTERM');
    // The gateway may take most of a minute to finish requests. In development that is not worth the wait.
    setTimeout(() => programs.forEach((program) => endGroup(program, 'SIGKILL')), STOP_MS).unref();
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  // One that ends by itself ends the others: a half-running environment misleads.
  const codes = await Promise.all(
    programs.map(
      (program) =>
        new Promise((resolve) => {
          program.once('exit', (code) => {
            end();
            resolve(code);
          });
        }),
    ),
  );
  process.exitCode = codes.find((code) => code !== 0 && code !== null) ?? 0;
});

/**
 * @param {import('node:child_process').ChildProcess} program
 * @param {NodeJS.Signals} signal
 */
function endGroup(program, signal) {
  try {
    if (hasGroups && program.pid !== undefined) process.kill(-program.pid, signal);
    else program.kill(signal);
  } catch {
    // The group has ended already.
  }
}

/**
 * Starts a program and prints its lines with its name.
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env: NodeJS.ProcessEnv }} options
 */
function start(name, command, args, { cwd = root, env }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: hasGroups });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(7)} | ${line}`));
  return child;
}
