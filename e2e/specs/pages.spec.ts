import type { Page } from '@playwright/test';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { pages } from '../support/pages.js';
import { expect, open, test } from '../support/test.js';
import { limitMs } from '../support/limits.js';

const windows = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone,
};

// Both windows run in parallel on two workers.
test.describe.configure({ mode: 'parallel' });

for (const [name, window] of Object.entries(windows)) {
  test.describe(name, () => {
    // Without the transition between the themes, which would affect the contrast checks.
    test.use({ ...window, contextOptions: { reducedMotion: 'reduce' } });
    test('every page renders in both themes without browser errors, axe violations or layout shifts', async ({
      page,
    }) => {
      test.setTimeout(limitMs(240_000));
      for (const { name: of, path } of pages) {
        await test.step(of, async () => {
          await page.emulateMedia({ colorScheme: 'light' });
          await open(page, path);
          expect.soft(await shiftOf(page), 'cumulative layout shift while loading').toBeLessThan(0.25);
          const screenshot = (theme: string) =>
            page.screenshot({ path: `test-results/screenshots/${of}-${name}-${theme}.png`, fullPage: true });
          await screenshot('light');
          await expectAccessible(page);
          await page.emulateMedia({ colorScheme: 'dark' });
          // Links change their colour one frame later.
          await nextFrame(page);
          await screenshot('dark');
          await expectReadable(page);
        });
      }
    });
  });
}

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Cumulative Layout Shift so far. Web Vitals rate 0.25 and above as poor. */
async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Buffered entries are reported before the next frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}
