import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Common paths of Chromium and Chrome on Linux. */
const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** The window of a phone, for `test.use`. */
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/**
 * Finds the browser: CHROMIUM_PATH, Playwright's own, or the system's.
 * @returns {string | undefined} the path; undefined when there is none
 */
export function findBrowser() {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured) return existsSync(configured) ? configured : undefined;
  return [chromium.executablePath(), ...systemPaths].find((path) => existsSync(path));
}

/** @returns {import('@playwright/test').LaunchOptions} */
export function browserOptions() {
  const executablePath = findBrowser();
  return {
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      // The tests run without a network.
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Chromium does not support its sandbox for root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  };
}
