import { getReceiver, listDeliveries, updateReceiver } from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { startReceiver } from '../support/receiver.js';
import { expect, open, test } from '../support/test.js';
import { limitMs } from '../support/limits.js';

for (const [name, window] of Object.entries({ desktop: { viewport: { width: 1280, height: 900 } }, phone })) {
  test.describe(name, () => {
    test.use({ ...window, contextOptions: { reducedMotion: 'reduce' } });

    test('a receiver has a name before its address, and shows its attempts over time and its callback addresses', async ({
      page,
      fixture,
    }) => {
      const receiver = await startReceiver();
      const { origin } = new URL(receiver.url);
      const params = { id: origin };
      receiver.respondWith(410);
      for (const path of ['/finance?key=opal', '/ci']) {
        await fixture.ask(`Is ${path} ready?`, { callback_url: origin + path });
        await fixture.press('Approve');
      }
      const attempts = async () => (await fixture.agent(getReceiver, { params })).traffic.at(-1)?.failed ?? 0;
      // The counts are stored every two seconds.
      await expect.poll(attempts, { timeout: limitMs(20_000) }).toBeGreaterThanOrEqual(1);
      await expect
        .poll(async () => (await fixture.agent(listDeliveries, { query: { url: origin, state: 'dead' } })).length)
        .toBe(2);

      await open(page, `receivers/${encodeURIComponent(origin.replace('://', ':'))}`, origin);
      const main = page.getByRole('main');
      await main.getByRole('button', { name: 'Name', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Name of the receiver' });
      await dialog.getByLabel(/^Name/).fill(`Ledger ${name}`);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('heading', { level: 1, name: `Ledger ${name}` })).toBeVisible();
      await expect(main.getByText(origin, { exact: true })).toBeVisible();

      const addresses = main.getByRole('table', { name: 'Callback addresses' });
      await expect(addresses.getByRole('row')).toHaveCount(3);
      await expect(addresses.getByRole('link')).toHaveText(['/ci', '/finance']);
      await expect(main.getByText(/0 delivered, [12] failed/)).toBeVisible();
      const chart = main.getByRole('slider', { name: 'Attempts to the receiver over time' });
      await expect(chart).toHaveAttribute('aria-valuemax', '24');
      await main.getByRole('button', { name: '7 days' }).click();
      await expect(chart).toHaveAttribute('aria-valuemax', '28');
      await main.getByText('Show as table').click();
      const numbers = main.getByRole('table', { name: 'Attempts to the receiver by time and result' });
      await expect(numbers.getByRole('row')).toHaveCount(29);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectReadable(page);
      }
      await expectAccessible(page);

      await addresses.getByRole('link', { name: '/finance' }).click();
      await expect(page).toHaveURL(/deliveries\?url=/);
      await expect(main.getByRole('link', { name: `Ledger ${name}` })).toHaveCount(1);
      await expectAccessible(page);
      await open(page, 'receivers');
      await expect(main.getByRole('link', { name: `Ledger ${name}` })).toBeVisible();
      await expect(main.getByText(origin, { exact: true })).toBeVisible();
      await expectAccessible(page);
      await fixture.agent(updateReceiver, { params, body: { name: null } });
      await receiver.close();
    });
  });
}

test('a retry of a receiver shows how many deliveries failed on each day, and retries since a chosen day', async ({
  page,
  fixture,
}) => {
  const receiver = await startReceiver();
  receiver.respondWith(410);
  const { origin } = new URL(receiver.url);
  await fixture.ask('Is the day over?', { callback_url: receiver.url });
  await fixture.press('Approve');
  const dead = async () => (await fixture.agent(listDeliveries, { query: { url: origin, state: 'dead' } })).length;
  await expect.poll(dead, { timeout: limitMs(20_000) }).toBe(1);
  // The day before is not in the database: its callbacks would have to be a day old.
  await page.route('**/v1/receivers/*time_zone=*', async (route) => {
    const response = await route.fetch();
    const record = (await response.json()) as { dead_by_day: { from: string; count: number }[] };
    // None is left after the retry.
    for (const { from } of record.dead_by_day.slice(0, 1))
      record.dead_by_day.push({ from: new Date(Date.parse(from) - 86_400_000).toISOString(), count: 1200 });
    await route.fulfill({ response, json: record });
  });
  await open(page, `receivers/${encodeURIComponent(origin.replace('://', ':'))}`, origin);
  await page.getByRole('main').getByRole('button', { name: 'Retry failed' }).click();
  const dialog = page.getByRole('dialog');
  const days = dialog.getByRole('group', { name: 'Failed deliveries by day' });
  await expect(days.getByText('1 on this day', { exact: true })).toBeVisible();
  await expect(days.getByText('1,200 on this day')).toBeVisible();
  const [today] = await days.getByRole('radio').all();
  await today?.check();
  await expect(dialog.getByLabel(/Created since/)).toHaveValue(/T00:00$/);
  await expectAccessible(page);
  receiver.respondWith(200);
  await dialog.getByRole('button', { name: 'Retry 1 delivery' }).click();
  await expect.poll(() => receiver.bodies.length).toBe(2);
  // The page reads the days again after the retry.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await receiver.close();
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });

  test('the page of a receiver has its texts in German, also for the days of a retry', async ({ page, fixture }) => {
    const receiver = await startReceiver();
    receiver.respondWith(410);
    const { origin } = new URL(receiver.url);
    await fixture.ask('Auf Deutsch?', { callback_url: receiver.url });
    await fixture.press('Approve');
    const dead = async () => (await fixture.agent(listDeliveries, { query: { url: origin, state: 'dead' } })).length;
    await expect.poll(dead, { timeout: limitMs(20_000) }).toBe(1);
    await open(page, `receivers/${encodeURIComponent(origin.replace('://', ':'))}`, origin);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Versuche im Zeitverlauf' })).toBeVisible();
    await expect(main.getByRole('table', { name: 'Callback-Adressen' })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Benennen' })).toBeVisible();
    await main.getByRole('button', { name: /wiederholen/i }).click();
    const days = page.getByRole('group', { name: 'Fehlgeschlagene Zustellungen nach Tagen' });
    await expect(days.getByText('1 an diesem Tag')).toBeVisible();
    await expectAccessible(page);
    await receiver.close();
  });
});

test.describe('a viewer', () => {
  test.use({ as: 'viewer' });

  test('cannot name a receiver', async ({ page, fixture }) => {
    const receiver = await startReceiver();
    const { origin } = new URL(receiver.url);
    await fixture.ask('For a viewer?', { callback_url: receiver.url });
    await fixture.press('Approve');
    await expect.poll(() => receiver.bodies.length).toBe(1);
    await open(page, `receivers/${encodeURIComponent(origin.replace('://', ':'))}`, origin);
    await expect(page.getByRole('main').getByRole('button', { name: 'Name', exact: true })).toBeDisabled();
    await receiver.close();
  });
});
