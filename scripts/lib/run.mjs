import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { childrenCpuMs } from './cpu.mjs';
import { root } from './workspace.mjs';

/** A failure that a person can act on: its message is all that is shown. */
export class Stop extends Error {}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] relative to the repository
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [quiet] collect the output instead of showing it
 * @property {(line: string) => void} [onLine] each line of collected output as it comes
 */

/** The processor time of the children that have ended and were accounted for. */
let accountedMs = childrenCpuMs();

/** @returns {number | undefined} the processor time of a child that has just ended, with its own children */
function cpuSinceLastExit() {
  const before = accountedMs;
  accountedMs = childrenCpuMs();
  return accountedMs === undefined || before === undefined ? undefined : accountedMs - before;
}

/**
 * Runs a program to its end; ctrl-C and SIGTERM reach it and then end this process too.
 * @param {string} command a path or a name on PATH
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string, cpuMs: number | undefined }>} `output` is empty unless `quiet`
 */
export function run(command, args, { cwd = '.', env = process.env, quiet = false, onLine } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: join(root, cwd),
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // npm's and npx's launchers on Windows are command files, which only a shell can run.
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
        if (onLine) text.split('\n').forEach((line) => line && onLine(line));
      });
    }
    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      child.once('close', () => process.exit(128 + constants.signals[signal]));
    };
    process.on('SIGINT', pass).on('SIGTERM', pass);
    const done = () => process.off('SIGINT', pass).off('SIGTERM', pass);
    child.once('error', (error) => {
      done();
      reject(new Stop(`${command} could not be run: ${error.message}.`));
    });
    /** @type {number | undefined} */
    let cpuMs;
    child.once('exit', () => (cpuMs = cpuSinceLastExit()));
    child.once('close', (code, signal) => {
      done();
      resolve({ code: code ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)], output, cpuMs });
    });
  });
}

/**
 * Path of a development tool that the installation put in place.
 * @param {string} name
 */
export function tool(name) {
  return join(root, 'node_modules/.bin', name);
}

/**
 * Runs a command of this repository; an expected failure is one sentence and exit code 1.
 * @param {() => Promise<void>} command
 */
export async function main(command) {
  try {
    await command();
  } catch (error) {
    if (error instanceof Stop) console.error(error.message);
    else console.error(error);
    process.exit(1);
  }
}
