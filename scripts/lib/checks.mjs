import { lint } from './lint.mjs';
import { run, tool } from './run.mjs';
import { playwright, vitest } from './tests.mjs';

/**
 * @typedef {import('./tests.mjs').Context} Context
 * @typedef {{ ok: boolean, cpuMs: number | undefined } & Partial<Omit<import('./tests.mjs').TestOutcome, 'ok' | 'cpuMs'>>} Outcome
 * @typedef {{ name: string, title: string, run: (context: Context) => Promise<Outcome & { output?: string }> }} Check `output`: what a static check printed
 */

/**
 * Static checks run beside the tests, so their output is collected and shown when each has ended.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Check['run']}
 */
const program =
  (command, args) =>
  async ({ env }) => {
    const { code, output, cpuMs } = await run(command, args, { env, quiet: true });
    return { ok: code === 0, output, cpuMs };
  };

/** @type {readonly Check[]} */
export const staticChecks = [
  { name: 'types', title: 'Types', run: program(tool('tsc'), ['-b']) },
  { name: 'lint', title: 'Lint', run: lint },
  { name: 'format', title: 'Format', run: program(tool('oxfmt'), ['--check']) },
  { name: 'unused', title: 'Unused files, exports and dependencies', run: program(tool('knip'), ['--no-progress']) },
  {
    name: 'dependency-rules',
    title: 'Dependency rules',
    run: program(process.execPath, ['scripts/cli.mjs', 'dependency-rules']),
  },
  { name: 'words', title: 'Words', run: program(process.execPath, ['scripts/cli.mjs', 'words', '--check']) },
  {
    name: 'migrations',
    title: 'Migrations',
    run: program(process.execPath, ['packages/store/scripts/migrations.mjs', '--check']),
  },
];

/** @type {readonly Check[]} */
export const testChecks = [
  { name: 'unit', title: 'Tests', run: vitest },
  { name: 'browser', title: 'Tests in a browser', run: playwright },
];

export const checkNames = [...staticChecks, ...testChecks].map(({ name }) => name);
