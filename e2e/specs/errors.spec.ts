import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { expect, open, test } from '../support/test.js';

/** The empty state of a list; "No prompt selected" beside the list is not one. */
const emptyList = (page: Page) => page.getByText(/^no (?!\w+ selected)/i).filter({ visible: true });

/** The lists and the requests that load them. */
const lists = [
  { path: 'prompts', calls: '**/v1/prompts?*' },
  { path: 'conversations', calls: '**/v1/channels?*' },
  { path: 'channels', calls: '**/v1/channels?*' },
  { path: 'deliveries', calls: '**/v1/deliveries?*' },
  { path: 'keys', calls: '**/v1/keys*' },
  { path: 'audit', calls: '**/v1/audit*' },
  { path: 'operators', calls: '**/console/session/operators' },
] as const;

test.describe('a list that fails to load', () => {
  test.use({ expectedErrors: /status of 500|net::ERR_|Unreachable/ });

  for (const { path, calls } of lists) {
    test(`${path}: shows the error and a retry instead of an empty list`, async ({ page }) => {
      const detail = 'The gateway failed unexpectedly. Its log has the reason under this request_id.';
      await page.route(calls, (route) => route.fulfill({ status: 500, json: { detail, request_id: 'r-1' } }));
      await page.goto(path);
      const alert = page.getByRole('main').getByRole('alert').first();
      await expect(alert).toContainText(detail, { timeout: 15_000 });
      await expect(emptyList(page)).toHaveCount(0);
      await expectAccessible(page);

      await page.unroute(calls);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).toBeHidden();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    });
  }

  test('an unreachable gateway is reported with a retry', async ({ page }) => {
    await page.route('**/console/session', (route) => route.abort());
    await page.goto('prompts');
    await expect(page.getByText('The gateway cannot be reached.')).toBeVisible({ timeout: 15_000 });
    await page.unroute('**/console/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Prompts' })).toBeVisible();
  });
});

test('a slow list shows a skeleton instead of an empty list', async ({ page }) => {
  let answer = () => {};
  const slow = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/v1/prompts?*', async (route) => {
    await slow;
    await route.continue();
  });
  await page.goto('prompts?state=all');
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
  await expect(emptyList(page)).toHaveCount(0);
  answer();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
});

test('an unknown page shows a link to the overview', async ({ page }) => {
  await page.goto('no-such-page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test.describe('a page whose code is not loaded yet', () => {
  test.use({ expectedErrors: /net::ERR_|Unreachable|dynamically imported/ });

  test('shows the error while the gateway is unreachable, and the navigation stays', async ({ page }) => {
    await open(page, 'prompts');
    await page.route('**', (route) => route.abort());
    await page.getByRole('link', { name: 'Retention' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The gateway cannot be reached.' });
    await expect(alert).toBeVisible();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toBeVisible();

    await page.unroute('**');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Retention' })).toBeVisible();
  });
});
