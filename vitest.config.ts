import { defineConfig } from 'vitest/config';

/** Many small files that keep nothing behind: two processes run them all, instead of loading everything anew for each. */
const light = [
  'packages/{contract,core,graph-api,platform-*,sandbox,simulators}/test/**/*.test.ts',
  'apps/console/test/**/*.test.ts',
];

/** Multiplies every time limit of the tests; `npm test` sets it. A test that hangs fails later on a slow machine, and no test fails because the machine is busy. */
const factor = Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1);

export default defineConfig({
  // Tests run the packages' sources: no build before a test, and a stack trace shows the line that was written.
  // Only this condition: with vite's own defaults beside it, third-party packages would load their bundler builds.
  ssr: { resolve: { conditions: ['@gateway/source'] } },
  test: {
    projects: [
      { extends: true, test: { name: 'light', include: light, isolate: false } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'scripts/test/**/*.test.{mjs,ts}'],
          exclude: light,
        },
      },
    ],
    globalSetup: ['packages/store/test/drop-test-databases.ts'],
    server: { deps: { inline: [/^@gateway\//] } },
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000 * factor,
    hookTimeout: 30_000 * factor,
    teardownTimeout: 5_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
