import { defineConfig, type Project } from '@playwright/test';
import { browserOptions } from './support/browser.mjs';

/** Every page is looked at in each of these; what people do is done on a desktop, and on a phone where that differs. */
const looks = [
  { name: 'desktop-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark', isMobile: true, hasTouch: true },
] as const;

const projects: Project[] = looks.map(({ name, ...use }) => ({
  name,
  use,
  testMatch: name === 'desktop-light' ? '**/*.spec.ts' : '**/*.look.spec.ts',
  // What is done with a thumb has a project of its own.
  testIgnore: '**/*.phone.spec.ts',
}));
// What is different under a thumb.
projects.push({
  name: 'phone',
  use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  testMatch: '**/*.phone.spec.ts',
});

export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results/artifacts',
  // Each worker has a gateway, simulators and a browser of its own.
  workers: 2,
  fullyParallel: false,
  // A test that needs a second try is a defect.
  retries: 0,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: browserOptions(),
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
  projects,
});
