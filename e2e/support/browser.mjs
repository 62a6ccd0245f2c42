import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Where Debian and its relatives, and the browser's makers, put it. */
const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/opt/google/chrome/chrome'];

/** A phone's window, for `test.use`. */
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/**
 * The browser to test with: the one that CHROMIUM_PATH names, Playwright's own, or the system's.
 * @returns {string | undefined} its path; undefined when there is none
 */
export function findBrowser() {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted) return existsSync(wanted) ? wanted : undefined;
  return [chromium.executablePath(), ...usual].find((path) => existsSync(path));
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
      // Nothing is looked up outside: the tests run without a network.
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Chromium refuses its sandbox to root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  };
}
