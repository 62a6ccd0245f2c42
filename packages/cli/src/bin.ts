#!/usr/bin/env node
import { exitCodes, Interrupted } from './exit-codes.js';
import { runCommand } from './run.js';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    // The second signal does not wait for requests.
    if (stop.signal.aborted) process.exit(exitCodes[name]);
    stop.abort(new Interrupted(name));
  });
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe, such as head, has enough.
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`gateway: the output cannot be written: ${error.message}\n`);
  process.exit(exitCodes.failed);
});

process.exitCode = await runCommand(process.argv.slice(2), { signal: stop.signal });
