import { defineConfig } from '@playwright/test';
import { browserOptions } from './support/browser.mjs';
import { limitMs } from './support/limits.js';

/** The main paths, which `npm test` runs. `npm run test:slow` runs all other specs; without TEST_TIER all specs run. */
const quick = ['channels', 'keyboard', 'new-user', 'serving', 'set-up', 'sign-in'].map((name) => `**/${name}.spec.ts`);
const tier = process.env['TEST_TIER'];

export default defineConfig({
  testDir: 'specs',
  ...(tier === 'quick' && { testMatch: quick }),
  ...(tier === 'slow' && { testIgnore: quick }),
  outputDir: 'test-results/artifacts',
  // Each worker has its own gateway, simulators and browser for all its tests.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  timeout: limitMs(45_000),
  expect: { timeout: limitMs(10_000) },
  reporter: [['line'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: browserOptions(),
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Screenshots of each step would take more time than the steps.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
});
