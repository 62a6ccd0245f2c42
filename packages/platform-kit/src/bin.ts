#!/usr/bin/env node
import { CommandError } from './command/package.js';
import { run } from './command/run.js';

try {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  await run(process.argv.slice(2), { folder: process.cwd(), print });
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
