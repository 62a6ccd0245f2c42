import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { sourceAliases } from './scripts/lib/source-aliases.mjs';

/**
 * Files that have a process each: their tests measure its memory, replace modules, share little with others, or start programs. All
 * others leave no state in their process: few processes run them all and load each module once. Loading the gateway takes 2 s.
 */
const isolated = [
  'apps/gateway/test/{exports,faults,fuzz}/**/*.test.ts',
  'apps/gateway/test/media/allowed-folder.test.ts',
  'packages/{cli,create-gateway-platform,n8n-nodes-gateway}/test/**/*.test.ts',
  'packages/store/test/{migrations,sqlite}/**/*.test.ts',
  'scripts/test/**/*.test.{mjs,ts}',
];

/** Tests with the packages of others, of which only the slow tier has use. Without those packages no file of them can be loaded. */
const proofs = existsSync('proofs/node_modules/.modules.yaml')
  ? [{ extends: true as const, test: { name: 'proofs', include: ['proofs/test/**/*.test.ts'], isolate: false } }]
  : [];

/** Multiplies every time limit of the tests; `npm test` sets it, so that a busy machine makes tests slow, not red. */
const factor = Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1);

export default defineConfig({
  // Tests run the packages' sources: there is no build before a test, and a stack trace shows the line that was written.
  // Only this condition: with vite's own defaults, third-party packages would load their bundler builds.
  ssr: { resolve: { conditions: ['@gateway/source'] } },
  resolve: { alias: sourceAliases() },
  test: {
    projects: [
      { extends: true, test: { name: 'isolated', include: isolated } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts'],
          exclude: isolated,
          isolate: false,
        },
      },
      ...proofs,
    ],
    tags: [
      { name: 'slow', description: 'Takes seconds of processor time; `npm run test:slow` runs it.' },
      {
        name: 'second-engine',
        description: 'A test on PostgreSQL that the quick tier runs on SQLite only; `npm run test:slow` runs it.',
      },
    ],
    setupFiles: ['scripts/lib/note-cpu.mjs'],
    globalSetup: ['packages/store/test/global-setup.ts'],
    server: { deps: { inline: [/^@gateway\//] } },
    pool: 'forks',
    // One more than processors: tests wait for timers, disks and PostgreSQL about half of their time.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000 * factor,
    hookTimeout: 60_000 * factor,
    teardownTimeout: 5_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
