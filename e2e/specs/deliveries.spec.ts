import { createPrompt, listDeliveries } from '@gateway/contract';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { startReceiver } from '../support/receiver.js';
import { smallPages } from '../support/small-pages.js';
import { expect, open, test } from '../support/test.js';
import { limitMs } from '../support/limits.js';

const windows = {
  desktop: { viewport: { width: 1280, height: 800 } },
  'at 1024 px': { viewport: { width: 1024, height: 768 } },
  'on a phone': phone,
};

/** Controls and tables that reach beyond the right edge of the page's content. */
const overhang = (page: Page) =>
  page.evaluate(() => {
    const right = document.querySelector('main h1')?.closest('header')?.getBoundingClientRect().right ?? 0;
    return [...document.querySelectorAll('main :is(input, select, button, table)')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > right + 1)
      .map((element) => element.outerHTML.slice(0, 80));
  });

for (const [name, window] of Object.entries(windows)) {
  test.describe(name, () => {
    test.use({ ...window, contextOptions: { reducedMotion: 'reduce' } });

    test('deliveries are filtered, selected and retried, and their receiver is paused and resumed', async ({
      page,
      fixture,
    }, info) => {
      const picture = (of: string) => page.screenshot({ path: info.outputPath(`${of}.png`), fullPage: true });
      const receiver = await startReceiver();
      receiver.respondWith(410);
      const { origin } = new URL(receiver.url);
      for (const text of ['First?', 'Second?']) {
        await fixture.ask(text, { callback_url: receiver.url });
        await fixture.press('Approve');
      }
      const dead = () => fixture.agent(listDeliveries, { query: { url: origin, state: 'dead' } });
      await expect.poll(async () => (await dead()).length, { timeout: limitMs(20_000) }).toBe(2);

      // Filters are in the URL, so a link shows the same list.
      await open(page, `deliveries?status=4xx&url=${encodeURIComponent(origin)}`);
      const main = page.getByRole('main');
      await expect(main.getByRole('button', { name: 'More filters (2)' })).toBeVisible();
      const boxes = main.getByRole('checkbox', { name: /^Select Prompt answered/ });
      await expect(boxes).toHaveCount(2);
      await main.getByLabel('Last response').selectOption('5xx');
      await expect(boxes).toHaveCount(0);
      await expect(page).toHaveURL(/status=5xx/);
      await main.getByLabel('Last response').selectOption('4xx');
      await expect(boxes).toHaveCount(2);
      expect(await overhang(page)).toEqual([]);

      await boxes.first().check();
      await boxes.last().check();
      await picture('deliveries');
      await expectAccessible(page);
      await main.getByRole('button', { name: 'Retry 2 deliveries' }).click();
      await expect(page.getByText('Retrying 2 deliveries.')).toBeVisible();
      await expect.poll(() => receiver.bodies.length).toBe(4);
      await expect(main.getByRole('button', { name: 'Clear selection' })).toHaveCount(0);

      await expect.poll(async () => (await dead()).length, { timeout: limitMs(20_000) }).toBe(2);
      receiver.respondWith(200);
      await main
        .getByRole('link', { name: new URL(origin).host, exact: true })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: origin })).toBeVisible();
      await expect(main.getByRole('definition').filter({ hasText: '100%' })).toBeVisible();
      const failure = main.locator('section').filter({ has: page.getByRole('heading', { name: 'Last attempt' }) });
      await expect(failure.getByText('410', { exact: true })).toBeVisible();
      await expect(failure.getByText('it refuses further events')).toBeVisible();
      await expect(failure.getByText('{"taken":false}')).toBeVisible();
      await failure.getByRole('link', { name: 'Show the delivery' }).click();
      await expect(page.getByRole('dialog', { name: 'Prompt answered' })).toBeVisible();
      await page.goBack();
      await main.getByRole('button', { name: 'Pause deliveries to this receiver' }).click();
      await page.getByRole('button', { name: 'Pause deliveries', exact: true }).click();
      await expect(main.getByText(/paused deliveries to this receiver/)).toBeVisible();
      await main.getByRole('button', { name: 'Retry failed' }).click();
      await page.getByRole('button', { name: 'Retry 2 deliveries' }).click();
      await expect(main.getByRole('link', { name: '2 in queue' })).toBeVisible({ timeout: limitMs(20_000) });
      await picture('receiver');
      await expectAccessible(page);
      expect(receiver.bodies).toHaveLength(4);
      await main.getByRole('link', { name: '2 in queue' }).click();
      await expect(main.getByText('receiver paused')).toHaveCount(2);
      await main.getByRole('link', { name: 'Receivers' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Receivers' })).toBeVisible();
      await expect(main.getByText('Paused', { exact: true })).toBeVisible();
      await picture('receivers');
      expect(await overhang(page)).toEqual([]);
      await expectAccessible(page);
      await main.getByRole('link', { name: origin }).click();
      await main.getByRole('button', { name: 'Resume deliveries to this receiver' }).click();
      // Live: nothing is reloaded.
      await expect.poll(() => receiver.bodies.length).toBe(6);
      await expect(main.getByRole('button', { name: 'Pause deliveries to this receiver' })).toBeVisible();
      await receiver.close();
    });
  });
}

test('the page of a receiver shows an attempt once while the last attempt is the last failed one', async ({
  page,
  fixture,
}) => {
  const receiver = await startReceiver();
  receiver.respondWith(410);
  const { origin } = new URL(receiver.url);
  await fixture.ask('Fourth?', { callback_url: receiver.url });
  await fixture.press('Approve');
  const inState = async (state: 'dead' | 'delivered') =>
    (await fixture.agent(listDeliveries, { query: { url: origin, state } })).length;
  await expect.poll(() => inState('dead'), { timeout: limitMs(20_000) }).toBe(1);
  await open(page, `receivers/${encodeURIComponent(origin.replace('://', ':'))}`, origin);
  const main = page.getByRole('main');
  const attempts = main.getByRole('heading', { name: /^Last .*attempt$/ });
  await expect(attempts).toHaveText(['Last attempt']);
  await expect(main.getByText('410', { exact: true })).toHaveCount(1);
  await expect(main.getByRole('link', { name: 'Show the delivery' })).toBeVisible();

  receiver.respondWith(200);
  await main.getByRole('button', { name: 'Retry failed' }).click();
  await page.getByRole('button', { name: 'Retry 1 delivery' }).click();
  await expect.poll(() => inState('delivered'), { timeout: limitMs(20_000) }).toBe(1);
  await page.reload();
  await expect(attempts).toHaveText(['Last attempt', 'Last failed attempt']);
  await receiver.close();
});

test('a retry of a failing receiver says how many older deliveries it leaves out, and includes them on request', async ({
  page,
  fixture,
}) => {
  const receiver = await startReceiver();
  receiver.respondWith(410);
  const { origin } = new URL(receiver.url);
  await fixture.ask('Older?', { callback_url: receiver.url });
  await fixture.press('Approve');
  const dead = async () => (await fixture.agent(listDeliveries, { query: { url: origin, state: 'dead' } })).length;
  await expect.poll(dead, { timeout: limitMs(20_000) }).toBe(1);
  // The delivery is older than the failure: one in between succeeded.
  await page.route('**/v1/receivers/*', async (route) => {
    const response = await route.fetch();
    const record = (await response.json()) as object;
    const failing_since = new Date(Date.now() + 120_000).toISOString();
    await route.fulfill({ response, json: { ...record, failing_since } });
  });
  await open(page, `receivers/${encodeURIComponent(origin.replace('://', ':'))}`, origin);
  await page.getByRole('main').getByRole('button', { name: 'Retry failed' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 older failed delivery is not included.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Include all' }).click();
  await expect(dialog.getByLabel(/Created since/)).toHaveValue('');
  await expect(dialog.getByText(/not included/)).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Retry 1 delivery' })).toBeEnabled();
  await receiver.close();
});

test('a window of 1024 pixels shows the path and the reason of a delivery, and all tabs of Prompts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await open(page, 'deliveries?state=dead');
  const row = page.getByRole('row').filter({ hasText: 'Failed' });
  for (const text of ['/answers', 'The receiver answered 500'])
    await expect.poll(() => isWhole(row.getByText(text).first()), { message: text }).toBe(true);
  expect(await overhang(page)).toEqual([]);
  await open(page, 'prompts');
  await expect(page.getByRole('button', { name: /^All \d/ })).toBeVisible();
  expect(await isWhole(page.getByRole('group', { name: 'State' })), 'the tabs').toBe(true);
});

/** Whether nothing of an element is cut. */
const isWhole = (locator: Locator) =>
  locator.evaluate((element) => {
    // An inline element has no size of its own.
    const box = element.clientWidth === 0 ? (element.parentElement ?? element) : element;
    return box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight;
  });

test('counts down to the next attempt, and creates a signed curl command', async ({ page, fixture }) => {
  const { prompt_id } = await fixture.agent(createPrompt, {
    body: { channel_id: 'approvals', text: 'Third?', options: ['Approve'], callback_url: fixture.receiver.url },
  });
  await fixture.press('Approve');
  await expect
    .poll(async () => (await fixture.agent(listDeliveries, { query: { prompt_id, state: 'delivered' } })).length)
    .toBe(1);
  const soon = new Date(Date.now() + 90_000).toISOString();
  await page.route('**/v1/deliveries?*', async (route) => {
    const response = await route.fetch();
    const [first, ...rest] = (await response.json()) as Record<string, unknown>[];
    const waiting = { ...first, state: 'pending', next_attempt_at: soon, delivered_at: null };
    await route.fulfill({ response, json: [waiting, ...rest] });
  });
  await open(page, 'deliveries');
  const main = page.getByRole('main');
  await expect(main.getByText(/next attempt in 1 min \d+ s/)).toBeVisible();
  await expect(main.getByText(/next attempt in 1 min 2[0-5] s/)).toBeVisible({ timeout: limitMs(20_000) });
  await main.getByRole('link', { name: 'Prompt answered' }).first().click();
  await page.getByRole('button', { name: 'Create curl command' }).click();
  await expect(page.getByRole('region', { name: 'curl command' })).toContainText('webhook-signature: v1,');
});

for (const { name, language, created } of [
  { name: 'Deliveries', language: 'en', created: 'Created' },
  { name: 'Zustellungen', language: 'de', created: 'Erstellt' },
]) {
  test(`${name} are sorted at the head of a column, also after a reload, on further pages and with live rows`, async ({
    page,
    fixture,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const receiver = await startReceiver();
    const { origin } = new URL(receiver.url);
    const prompts: string[] = [];
    const answer = async () => {
      prompts.push(await fixture.ask(`Number ${prompts.length + 1}?`, { callback_url: receiver.url }));
      await fixture.press('Approve');
      await expect.poll(() => receiver.bodies.length).toBe(prompts.length);
    };
    for (let count = 0; count < 5; count += 1) await answer();

    const pages = await smallPages(page, 'deliveries');
    await open(page, `deliveries?url=${encodeURIComponent(origin)}`, name);
    const main = page.getByRole('main');
    const head = main.getByRole('columnheader', { name: created });
    const expectRows = (...ids: readonly string[]) =>
      expect(main.getByRole('rowheader')).toContainText(ids.map((id) => `${id} · approvals`));
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expectRows(...prompts.toReversed());
    await head.getByRole('button').click();
    await expect(page).toHaveURL(/order=oldest/);
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expectRows(...prompts);
    await expectAccessible(page);

    await page.reload();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expectRows(...prompts);
    expect(pages.filter((query) => query.get('order') === 'oldest' && query.has('cursor')).length).toBeGreaterThan(1);
    await answer();
    await expectRows(...prompts);
    await answer();
    await expectRows(...prompts);

    // A narrow window shows no heads, and the same order.
    await page.setViewportSize(phone.viewport);
    await expect(main.getByRole('table')).toHaveCount(0);
    await expect(main.getByRole('listitem').filter({ hasText: ' · approvals' })).toContainText(prompts);
    await page.setViewportSize({ width: 1280, height: 800 });
    await head.getByRole('button').click();
    await expect(page).not.toHaveURL(/order/);
    await expectRows(...prompts.toReversed());
    await receiver.close();
  });
}
