import { phone } from '../support/browser.mjs';
import { expectAccessible } from '../support/accessible.js';
import { expect, open, test } from '../support/test.js';

test('figures lead to their records, and the keyboard shows the numbers of an hour', async ({ page, fixture }) => {
  await fixture.ask('May I restart the cache?');
  await open(page, '');
  const main = page.getByRole('main');
  const chart = main.getByRole('slider', { name: 'Outcome of prompts over time' });
  await expect(chart).toHaveAttribute('aria-valuetext', /: Created [1-9]\d*, .*Pending [1-9]/);
  await chart.focus();
  await page.keyboard.press('End');
  await expect(main.getByText('Median time to answer', { exact: true })).toHaveCount(3);
  await expectAccessible(page);
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('Escape');
  await expect(main.getByText('Median time to answer', { exact: true })).toHaveCount(2);
  await expect(main.getByRole('table', { name: 'By channel' }).getByRole('link', { name: 'approvals' })).toBeVisible();
  await main.getByRole('link', { name: /^Prompts created/ }).click();
  await expect(page).toHaveURL(/\/prompts\?state=all/);
});

test('the page is in German, with German numbers', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'de'));
  await open(page, '?window=30d');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
  await expect(main.getByText('Nach dem Tag ihrer Erstellung (UTC)')).toBeVisible();
  await expect(main.getByRole('link', { name: /^Beantwortet [\d,]+\s%/ })).toBeVisible();
});

test.describe('phone', () => {
  test.use(phone);

  test('a tap on the chart shows the numbers of a day', async ({ page }) => {
    await open(page, '?window=30d');
    const main = page.getByRole('main');
    await expect(main.getByText('Not delivered', { exact: true })).toHaveCount(2);
    await main.getByRole('slider').tap();
    await expect(main.getByText('Not delivered', { exact: true })).toHaveCount(3);
    await expect(main.getByRole('slider')).not.toHaveAttribute('aria-valuenow', '30');
  });
});
