#!/usr/bin/env node
const given = process.argv.slice(2);
// Options without a command are those of `start`.
const args = given[0]?.startsWith('--dev-platform') ? ['start', ...given] : given;
const [name = 'start'] = args;

// Nothing else is loaded before main.js, which handles stop signals from its first line.
if (name === 'start' && args.length < 2) void import('./main.js');
else {
  const { CommandError } = await import('./commands/command.js');
  const { runCommand } = await import('./commands/run-command.js');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new CommandError(`The command was ended by ${signal}.`)));
  process.exitCode = await runCommand(args, {
    env: process.env,
    print: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    signal: stop.signal,
  });
}
