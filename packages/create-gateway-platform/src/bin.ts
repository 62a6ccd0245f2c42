#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { CreateError } from './create-adapter.js';
import { run } from './run.js';

const { stdin: input, stdout: output } = process;
const lines = input.isTTY && output.isTTY ? createInterface({ input, output }) : null;
// Without this, a question that is never answered would end the process with the exit code 0.
lines?.once('SIGINT', () => process.exit(130));
try {
  await run(process.argv.slice(2), {
    print: (text) => void output.write(`${text}\n`),
    ask: lines && ((question) => lines.question(question)),
  });
} catch (error) {
  if (!(error instanceof CreateError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  lines?.close();
}
