import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'The gateway is not responding.' });
const live = (page: Page) => page.getByText('Live', { exact: true }).first();

test.describe('a connection that dies silently', () => {
  test.use({ expectedErrors: /net::ERR_|Failed to load resource/ });

  let proxy: TcpProxy;
  test.beforeEach(async ({ page, fixture }) => {
    proxy = await startTcpProxy(fixture.gateway.url);
    await page.clock.install();
    await page.goto(`${proxy.url}/console/prompts`);
    await expect(live(page)).toBeVisible();
  });
  test.afterEach(() => proxy.close());

  test('is reported after 35 s of silence with the time of the shown data', async ({ page, fixture }) => {
    proxy.swallow();
    await fixture.ask('Who sees this question?');
    await page.clock.fastForward(36_000);
    await expect(banner(page)).toContainText(/Showing data from \d\d:\d\d/);
    await expect(live(page)).toBeHidden();

    proxy.restore();
    await page.clock.fastForward(36_000);
    await expect(live(page)).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await expect(page.getByRole('link', { name: /Who sees this question\?/ })).toBeVisible();
  });

  test('is detected when the page becomes visible after a sleep', async ({ page }) => {
    proxy.swallow();
    // As after a sleep: the clock advanced, but no timer fired.
    await page.clock.setSystemTime(Date.now() + 3_600_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(banner(page)).toBeVisible();
  });

  test('is reopened immediately when the browser goes online', async ({ page }) => {
    proxy.swallow();
    await page.clock.fastForward(36_000);
    await expect(banner(page)).toBeVisible();
    proxy.restore();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(live(page)).toBeVisible();
  });
});

test('a tab takes the stream over when the reading tab is frozen', async ({ page, context, fixture }) => {
  await page.clock.install();
  await page.goto('prompts');
  await expect(live(page)).toBeVisible();
  const second = await context.newPage();
  await second.goto('prompts');
  await expect(live(second)).toBeVisible();

  // Simulates a frozen tab: it keeps the lock and broadcasts nothing.
  await page.evaluate(() => Object.assign(BroadcastChannel.prototype, { postMessage() {} }));
  let openStream = () => {};
  const streamOpened = new Promise<void>((resolve) => (openStream = resolve));
  await second.route('**/v1/events*', async (route) => {
    await streamOpened;
    await route.continue();
  });
  await second.clock.fastForward(50_000);
  await expect(banner(second)).toBeVisible();
  openStream();
  await expect(live(second)).toBeVisible();
  await fixture.ask('Does the second tab see this?');
  await expect(second.getByRole('link', { name: /Does the second tab see this\?/ })).toBeVisible();
});

test('events during the takeover of the stream are shown in the second tab', async ({ page, context, fixture }) => {
  await page.goto('prompts');
  await expect(live(page)).toBeVisible();
  const second = await context.newPage();
  await second.goto('prompts');
  await expect(live(second)).toBeVisible();
  let openStream = () => {};
  const streamOpened = new Promise<void>((resolve) => (openStream = resolve));
  await second.route('**/v1/events*', async (route) => {
    await streamOpened;
    await route.continue();
  });
  const asked = second.waitForRequest('**/v1/events*');
  await page.close();
  await asked;
  await fixture.ask('Who asked between the tabs?');
  openStream();
  await expect(second.getByRole('link', { name: /Who asked between the tabs\?/ })).toBeVisible();
});

test.describe('a browser that goes offline', () => {
  test.use({ expectedErrors: /net::ERR_|Failed to load resource/ });

  test('is not shown as live while its old connection is still open', async ({ page, context }) => {
    await page.goto('prompts');
    await expect(live(page)).toBeVisible();
    await context.setOffline(true);
    // Chromium may tell the page before it refuses connections.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('offline')));
      await expect(banner(page)).toBeVisible({ timeout: 3000 });
    }).toPass();
    await context.setOffline(false);
    await expect(live(page)).toBeVisible();
  });
});

test('events between the first load and the opening of the stream are shown', async ({ page, fixture }) => {
  let openStream = () => {};
  const streamOpened = new Promise<void>((resolve) => (openStream = resolve));
  await page.route('**/v1/events*', async (route) => {
    await streamOpened;
    await route.continue();
  });
  await page.goto('prompts');
  await expect(page.getByRole('link', { name: /Which supplier/ }).first()).toBeVisible();
  await fixture.ask('Was this asked in between?');
  openStream();
  await expect(live(page)).toBeVisible();
  await expect(page.getByRole('link', { name: /Was this asked in between\?/ })).toBeVisible();
});
