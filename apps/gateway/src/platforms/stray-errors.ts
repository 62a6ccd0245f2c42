import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { adapterFailure } from '@gateway/core';
import type { Logger } from 'pino';
import { namedAdapters } from './named-adapters.js';

/**
 * Keeps the gateway running when an adapter of the operator throws where no caller waits: in a timer, or in a promise that is not
 * awaited. Such an error is logged with the adapter's package. Other uncaught errors end the process as before.
 */
export function logStrayErrors(named: readonly string[], log: Logger): void {
  const folders = namedAdapters(named).flatMap((adapter) =>
    'folder' in adapter ? [{ package: adapter.package, roots: rootsOf(adapter.folder) }] : [],
  );
  const logged = (error: unknown): boolean => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const adapter = folders.find(({ roots }) => roots.some((root) => stack.includes(root)));
    // The credentials are not known here. `adapterFailure` hides what looks like a token.
    if (adapter)
      log.error(
        { package: adapter.package, ...adapterFailure(error, {}) },
        'An adapter threw an error that it does not handle; the gateway continues',
      );
    return adapter !== undefined;
  };
  process.on('unhandledRejection', (error) => {
    if (logged(error)) return;
    log.fatal({ err: error }, 'Unhandled promise rejection (bug)');
    process.exitCode = 1;
  });
  if (folders.length === 0) return;
  process.on('uncaughtException', (error) => {
    if (logged(error)) return;
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
}

/** The folder that also has the libraries of an adapter, as stacks name it: as a path and as an address. */
function rootsOf(folder: string): string[] {
  const real = realpathSync(folder);
  const [outer = real] = real.split(`${path.sep}node_modules${path.sep}`);
  // The libraries of the gateway may be in the same folder; an error in them is not an adapter's.
  const root = (fileURLToPath(import.meta.url).startsWith(outer + path.sep) ? real : outer) + path.sep;
  return [root, pathToFileURL(root).href];
}
