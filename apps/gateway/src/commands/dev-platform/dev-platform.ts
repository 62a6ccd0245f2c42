import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, type Terminal } from '../command.js';
import { nextChange, readPackageFiles } from './package-files.js';

const gateway = fileURLToPath(new URL('../../main.js', import.meta.url));
/** Finishing requests may take most of a minute. In development that is not worth the wait. */
const STOP_MS = 5_000;

/**
 * Runs the gateway with the adapter in `given`, in a process that is replaced when a file of the adapter changes. A module that was
 * imported cannot be imported again with new dependencies, so only a new process is sure to have the new code. Ends with the command.
 */
export async function developPlatform(given: string, { env, note, signal }: Terminal): Promise<0> {
  const folder = path.resolve(given);
  const read = () => readPackageFiles(folder, isTypeScript(folder));
  checkPackage(given, folder);
  const settings = { ...env, PLATFORM_PACKAGES: [folder, env['PLATFORM_PACKAGES']].filter(Boolean).join(',') };
  let files = read();
  while (!signal.aborted) {
    const child = spawn(process.execPath, [gateway], { env: settings, stdio: 'inherit' });
    const ended = once(child, 'exit').then(([code]) => {
      if (!signal.aborted && !child.killed)
        note(`The gateway ended with the exit code ${code}. It is started again when a file of ${given} changes.`);
    });
    const change = await nextChange(read, files, signal).catch(() => null);
    if (change) {
      note(`Restarting the gateway: ${path.join(given, change.file)} has changed.`);
      files = change.files;
    }
    stop(child);
    await ended;
  }
  return 0;
}

/** A wrong path is the mistake of the command line. All other flaws are reported by the gateway, which can go away with the next change. */
function checkPackage(given: string, folder: string): void {
  try {
    readFileSync(path.join(folder, 'package.json'));
  } catch {
    throw new CommandError(`${given} is not the folder of an adapter: it has no package.json that can be read.`);
  }
}

/** Whether the package is imported without a build, as current versions of Node can. */
function isTypeScript(folder: string): boolean {
  try {
    const { exports, main } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      exports?: unknown;
      main?: unknown;
    };
    const entries = JSON.stringify(exports ?? main ?? '').replaceAll(/"types":"[^"]*"/g, '');
    return /\.[cm]?ts"/.test(entries);
  } catch {
    return false;
  }
}

function stop(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.once('exit', () => clearTimeout(kill));
}
