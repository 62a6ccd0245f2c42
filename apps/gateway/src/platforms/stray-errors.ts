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
  // An adapter's own folder is longer than the folder of the libraries that several adapters share, so it is compared first.
  const folders = namedAdapters(named)
    .flatMap((adapter) =>
      'folder' in adapter ? rootsOf(adapter.folder).map((root) => ({ package: adapter.package, root })) : [],
    )
    .toSorted((left, right) => right.root.length - left.root.length);
  const logged = (error: unknown): boolean => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const adapter = folders.find(({ root }) => stack.includes(root));
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

/**
 * The folder of an adapter, and the folder that also has its libraries. Each as stacks name it: as a path and as an address. An error
 * in a library that several adapters share is that of the first one.
 */
function rootsOf(folder: string): string[] {
  const real = realpathSync(folder);
  const [outer = real] = real.split(`${path.sep}node_modules${path.sep}`);
  // The libraries of the gateway may be in the same folder; an error in them is not an adapter's.
  const isShared = fileURLToPath(import.meta.url).startsWith(outer + path.sep);
  return [...new Set([real, isShared ? real : outer])].flatMap((root) => [
    root + path.sep,
    pathToFileURL(root + path.sep).href,
  ]);
}
