import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Tests run the packages' sources: no build before a test, and a stack trace shows the line that was written.
  // Only this condition: with vite's own defaults beside it, third-party packages would load their bundler builds.
  ssr: { resolve: { conditions: ['@gateway/source'] } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'scripts/test/**/*.test.{mjs,ts}'],
    globalSetup: ['packages/store/test/drop-lent-databases.ts'],
    server: { deps: { inline: [/^@gateway\//] } },
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 30_000,
    teardownTimeout: 5_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
