#!/usr/bin/env node
import { CommandError } from './commands/command.js';
import { runCommand } from './commands/run-command.js';

const [name = 'start'] = process.argv.slice(2);
const stop = new AbortController();
// The gateway itself handles its signals.
if (name !== 'start')
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new CommandError(`The command was ended by ${signal}.`)));

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  print: (text) => void process.stdout.write(`${text}\n`),
  note: (text) => void process.stderr.write(`${text}\n`),
  signal: stop.signal,
});
