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
// The reader of a pipe, such as head, has enough.
process.stdout.on('error', () => process.exit());

process.exitCode = await runCommand(process.argv.slice(2), { signal: stop.signal });
