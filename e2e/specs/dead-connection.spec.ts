import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'The gateway does not answer.' });
const live = (page: Page) => page.getByText('Live', { exact: true }).first();

test.describe('a connection that goes dead without a word', () => {
  test.use({ expectedErrors: /net::ERR_|Failed to load resource/ });

  let proxy: TcpProxy;
  test.beforeEach(async ({ page, world }) => {
    proxy = await startTcpProxy(world.gateway.url);
    await page.clock.install();
    await page.goto(`${proxy.url}/console/prompts`);
    await expect(live(page)).toBeVisible();
  });
  test.afterEach(() => proxy.close());

  test('is not called live after 35 s of silence, and the page says of when it is', async ({ page, world }) => {
    proxy.swallow();
    await world.ask('Who sees this question?');
    await page.clock.fastForward(36_000);
    await expect(banner(page)).toContainText(/What you see is of \d\d:\d\d/);
    await expect(live(page)).toBeHidden();

    proxy.restore();
    await page.clock.fastForward(36_000);
    await expect(live(page)).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await expect(page.getByRole('link', { name: /Who sees this question\?/ })).toBeVisible();
  });

  test('is noticed at once when the page is looked at after a sleep', async ({ page }) => {
    proxy.swallow();
    // The clock went on, and no timer did.
    await page.clock.setSystemTime(Date.now() + 3_600_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(banner(page)).toBeVisible();
  });

  test('is tried again at once when the browser says that it is online', async ({ page }) => {
    proxy.swallow();
    await page.clock.fastForward(36_000);
    await expect(banner(page)).toBeVisible();
    proxy.restore();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(live(page)).toBeVisible();
  });
});

test('a tab that hears nothing from the one that reads the stream says so, and reads it itself', async ({
  page,
  context,
  world,
}) => {
  await page.clock.install();
  await page.goto('prompts');
  await expect(live(page)).toBeVisible();
  const second = await context.newPage();
  await second.goto('prompts');
  await expect(live(second)).toBeVisible();

  // As a frozen tab: it keeps the lock and says nothing.
  await page.evaluate(() => Object.assign(BroadcastChannel.prototype, { postMessage() {} }));
  let open = () => {};
  const opening = new Promise<void>((resolve) => (open = resolve));
  await second.route('**/v1/events*', async (route) => {
    await opening;
    await route.continue();
  });
  await second.clock.fastForward(50_000);
  await expect(banner(second)).toBeVisible();
  open();
  await expect(live(second)).toBeVisible();
  await world.ask('Does the second tab see this?');
  await expect(second.getByRole('link', { name: /Does the second tab see this\?/ })).toBeVisible();
});

test('what happens while a second tab takes the stream over is shown there', async ({ page, context, world }) => {
  await page.goto('prompts');
  await expect(live(page)).toBeVisible();
  const second = await context.newPage();
  await second.goto('prompts');
  await expect(live(second)).toBeVisible();
  let open = () => {};
  const opening = new Promise<void>((resolve) => (open = resolve));
  await second.route('**/v1/events*', async (route) => {
    await opening;
    await route.continue();
  });
  const asked = second.waitForRequest('**/v1/events*');
  await page.close();
  await asked;
  await world.ask('Who asked between the tabs?');
  open();
  await expect(second.getByRole('link', { name: /Who asked between the tabs\?/ })).toBeVisible();
});

test.describe('a browser that goes offline', () => {
  test.use({ expectedErrors: /net::ERR_|Failed to load resource/ });

  test('is not called live, though its old connection still stands', async ({ page, context }) => {
    await page.goto('prompts');
    await expect(live(page)).toBeVisible();
    await context.setOffline(true);
    await expect(banner(page)).toBeVisible();
    await context.setOffline(false);
    await expect(live(page)).toBeVisible();
  });
});

test('what happened between the first look and the opening of the stream is shown once the page is live', async ({
  page,
  world,
}) => {
  let open = () => {};
  const opening = new Promise<void>((resolve) => (open = resolve));
  await page.route('**/v1/events*', async (route) => {
    await opening;
    await route.continue();
  });
  await page.goto('prompts');
  await expect(page.getByRole('link', { name: /Which supplier/ }).first()).toBeVisible();
  await world.ask('Was this asked in between?');
  open();
  await expect(live(page)).toBeVisible();
  await expect(page.getByRole('link', { name: /Was this asked in between\?/ })).toBeVisible();
});
