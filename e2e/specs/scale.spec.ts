import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createChannel } from '@gateway/contract';
import type { Page } from '@playwright/test';
import { signInAgain } from '../support/operators.js';
import { expect, open, test } from '../support/test.js';
import { startFixture } from '../support/fixture.js';
import { limitMs } from '../support/limits.js';

const seed = fileURLToPath(new URL('../../bench/dist/seed.js', import.meta.url));
const CHANNELS = 1000;
const PROMPTS = 100_000;

test.use({ as: null });

test('lists, search and overview work with 100,000 prompts and 1,000 channels', async ({ page }) => {
  test.setTimeout(limitMs(300_000));
  const fixture = await startFixture();
  try {
    await test.step('seed a month of data', async () => {
      const chat = fixture.platform.addUser({ firstName: 'Team' });
      const numbers = Array.from({ length: CHANNELS }, (_, index) => index);
      for (let from = 0; from < CHANNELS; from += 50) {
        await Promise.all(
          numbers.slice(from, from + 50).map((number) =>
            fixture.agent(createChannel, {
              body: {
                channel_id: `team-${String(number).padStart(4, '0')}`,
                platform: 'telegram',
                target_chat_id: String(chat.id),
                channel_type: 'PROMPT',
                credentials: { bot_token: fixture.platform.token },
              },
            }),
          ),
        );
      }
      await fixture.gateway.stop();
      const amounts = ['--prompts', String(PROMPTS), '--messages', '20000', '--deliveries', '100000', '--days', '30'];
      await promisify(execFile)(process.execPath, [seed, '--database', `${fixture.data}/gateway.db`, ...amounts]);
      await fixture.gateway.start();
      await page.context().addCookies([(await signInAgain(fixture.gateway.url, fixture.operators.owner)).cookie]);
    });
    const at = (path: string) => `${fixture.gateway.url}/console/${path}`;

    await test.step('the list of prompts loads further pages', async () => {
      await open(page, at('prompts?state=all'));
      const rows = page.locator('main a[href^="/console/prompts/"]');
      await scrollUntil(page, async () => (await rows.count()) >= 500);
      const longest = await longestTaskWhile(page, () => scrollUntil(page, async () => (await rows.count()) >= 600));
      test.info().annotations.push({ type: 'longest task while scrolling', description: `${Math.round(longest)} ms` });
    });

    await test.step('the server searches channels', async () => {
      await open(page, at('channels'));
      await page.getByRole('searchbox').fill('team-0277');
      await expect(page.getByRole('link', { name: /team-0277/ })).toBeVisible();
      await expect(page.getByRole('link', { name: /team-0276/ })).toHaveCount(0);
    });

    await test.step('the list of channels loads further pages', async () => {
      await open(page, at('channels'));
      const rows = page.locator('main a[href^="/console/channels/team-"]');
      await scrollUntil(page, async () => (await rows.count()) >= 300);
    });

    await test.step('the overview shows the totals', async () => {
      await open(page, at('?window=30d'));
      await expect(page.getByRole('main')).toContainText(/\d{2},\d{3}/);
    });
  } finally {
    // The page would reconnect to the stopped gateway and log errors.
    await page.close();
    await fixture.close();
  }
});

/** Scrolls the list until the condition holds. */
async function scrollUntil(page: Page, done: () => Promise<boolean>): Promise<void> {
  // A position over the list, whether the list or the page scrolls.
  await page.mouse.move(420, 600);
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 5000);
        return done();
      },
      { timeout: limitMs(60_000), intervals: [50] },
    )
    .toBe(true);
}

/** The longest task of the main thread while `act` runs, in milliseconds. */
async function longestTaskWhile(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { longest: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
  });
  await act();
  return page.evaluate(() => (globalThis as unknown as { seen: { longest: number } }).seen.longest);
}
