import { readFileSync } from 'node:fs';

/** The kernel's unit for these times on every Linux: 1/100 s. */
const TICK_MS = 10;

/**
 * The processor time, of user and system together, of all processes that this one started and that have ended.
 * @returns {number | undefined} in milliseconds; undefined on other systems than Linux
 */
export function childrenCpuMs() {
  if (process.platform !== 'linux') return undefined;
  // The program's name, in parentheses, may contain spaces. See proc_pid_stat(5): cutime and cstime.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** @returns {number} the processor time of this process and of its ended children, in milliseconds */
export function ownCpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (childrenCpuMs() ?? 0);
}

/**
 * The processor time of the tests of each package.
 * @param {string} notes lines of JSON, `[path, ms]` (note-cpu.mjs)
 * @param {number | undefined} totalMs of the whole run
 * @returns {readonly (readonly [string, number])[]} most expensive first; last, what the runner itself took
 */
export function cpuByPackage(notes, totalMs) {
  /** @type {Map<string, number>} */
  const groups = new Map();
  for (const line of notes.split('\n').filter(Boolean)) {
    const [path, ms] = JSON.parse(line);
    const name = /^(?:packages|apps)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? path;
    groups.set(name, (groups.get(name) ?? 0) + ms);
  }
  const sorted = [...groups].sort(([, a], [, b]) => b - a);
  const rest = (totalMs ?? 0) - sorted.reduce((sum, [, ms]) => sum + ms, 0);
  return rest > 0 && sorted.length > 0 ? [...sorted, ['vitest itself', rest]] : sorted;
}
