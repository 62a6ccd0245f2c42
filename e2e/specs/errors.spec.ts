import type { Page, Response } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { expect, open, test } from '../support/test.js';
import { limitMs } from '../support/limits.js';

/** The empty state of a list; "No prompt selected" beside the list is not one. */
const emptyList = (page: Page) => page.getByText(/^no (?!\w+ selected)/i).filter({ visible: true });

/** The lists and the requests that load them. */
const lists = [
  { path: 'prompts', calls: '**/v1/prompts?*' },
  { path: 'conversations', calls: '**/v1/conversations?*' },
  { path: 'channels', calls: '**/v1/channels?*' },
  { path: 'deliveries', calls: '**/v1/deliveries?*' },
  { path: 'keys', calls: '**/v1/keys*' },
  { path: 'audit', calls: '**/v1/audit*' },
  { path: 'operators', calls: '**/console/session/operators' },
] as const;

test.describe('a list that fails to load', () => {
  test.use({ expectedErrors: /status of 50[02]|net::ERR_|cannot be reached/ });

  for (const { path, calls } of lists) {
    test(`${path}: shows the error and a retry instead of an empty list`, async ({ page }) => {
      const detail = 'The gateway failed unexpectedly. Its log has the reason under this request_id.';
      await page.route(calls, (route) => route.fulfill({ status: 500, json: { detail, request_id: 'r-1' } }));
      await page.goto(path);
      const alert = page.getByRole('main').getByRole('alert').first();
      await expect(alert).toContainText(detail, { timeout: limitMs(15_000) });
      await expect(emptyList(page)).toHaveCount(0);
      await expectAccessible(page);

      await page.unroute(calls);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).toBeHidden();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    });
  }

  test('a failed request shows its request_id, and the error page of a proxy is called so', async ({ page }) => {
    await page.route('**/v1/keys*', (route) =>
      route.fulfill({ status: 500, json: { detail: 'It failed.', code: 'internal', request_id: 'r-4711' } }),
    );
    await page.goto('keys');
    const alert = page.getByRole('main').getByRole('alert').first();
    await expect(alert).toContainText('request_id: r-4711', { timeout: limitMs(15_000) });
    await page.unroute('**/v1/keys*');
    for (const status of [502, 200]) {
      await page.route('**/v1/channels?*', (route) =>
        route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
      );
      await page.goto('channels');
      await expect(alert).toContainText(`A proxy in front of the gateway answered ${status}`, {
        timeout: limitMs(15_000),
      });
    }
  });

  test('an unreachable gateway is reported with a retry', async ({ page }) => {
    await page.route('**/console/session', (route) => route.abort());
    await page.goto('prompts');
    await expect(page.getByText('The gateway cannot be reached.')).toBeVisible({ timeout: limitMs(15_000) });
    await page.unroute('**/console/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Prompts' })).toBeVisible();
  });
});

test.describe('an outage while a prompt is open', () => {
  test.use({ expectedErrors: /net::ERR_|Failed to load resource/ });

  test('is reported once, above the data from before', async ({ page, context, fixture }) => {
    const id = await fixture.ask('Is the outage told once?');
    await page.clock.install();
    await open(page, `prompts/${id.slice(1)}?state=all`);
    await context.setOffline(true);
    const banner = page.getByRole('status').filter({ hasText: 'The gateway is not responding.' });
    await expect(banner).toBeVisible();
    // Data that is older than 30 s is refetched.
    const failed = page.waitForEvent('requestfailed', (request) => /\/v1\/prompts\//.test(request.url()));
    await page.clock.fastForward(31_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await failed;
    await expect(page.getByRole('heading', { name: 'Is the outage told once?' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    // The notice takes no room from heads that stay in view.
    const overhang = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(overhang, 'height of the page below the window').toBe(0);
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

test.describe('a record that does not exist', () => {
  test.use({ expectedErrors: /status of 4(?:00|04|22)/ });

  const deleted = /^It may have been deleted/;
  for (const [path, title, list, reason = deleted] of [
    ['prompts/99999', 'Prompt not found', 'Show all prompts'],
    ['channels/nowhere', 'Channel not found', 'Show all channels'],
    ['conversations/nowhere', 'Channel not found', 'Show all conversations'],
    ['deliveries?id=00000000-0000-4000-8000-000000000000', 'Delivery not found', 'Show all deliveries'],
    ['receivers/https%3Anowhere.example', 'Receiver not found', 'Show all receivers'],
    ['prompts?by=person:nowhere&state=all', 'Person not found', 'Show all prompts'],
    ['prompts/nowhere', 'Prompt not found', 'Show all prompts', 'nowhere is not a prompt number.'],
  ] as const)
    test(`${path}: says so, with a link to the list and without a retry`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByText(title, { exact: true })).toBeVisible();
      await expect(page.getByText(reason)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      await expectAccessible(page);
      await page.getByRole('link', { name: list }).click();
      await expect(page.getByText(title, { exact: true })).toHaveCount(0);
    });
});

test.describe('a page whose code is not loaded yet', () => {
  test.use({ expectedErrors: /net::ERR_|cannot be reached|dynamically imported/ });

  test('shows the error while the gateway is unreachable, with the navigation, and itself when the gateway is back', async ({
    page,
  }) => {
    await open(page, 'prompts');
    await page.route('**', (route) => route.abort());
    await page.getByRole('link', { name: 'Retention' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The gateway cannot be reached.' });
    await expect(alert).toBeVisible();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toBeVisible();

    await page.unroute('**');
    await expect(page.getByRole('heading', { level: 1, name: 'Retention' })).toBeVisible();
  });
});

test.describe('a navigation whose code cannot be loaded', () => {
  test.use({ expectedErrors: /net::ERR_|Failed to load resource/ });

  test('is replaced by a notice, and appears when the gateway is back', async ({ page }) => {
    const scripts: Response[] = [];
    page.on('response', (response) => response.url().endsWith('.js') && scripts.push(response));
    await page.goto('prompts');
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
    const code = await urlOf(scripts, 'new EventSource(');
    await page.route(code, (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('status').getByText('The gateway is not responding. Trying again.')).toBeVisible();
    await page.unroute(code);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  });
});

/** The script that contains a text. */
async function urlOf(scripts: readonly Response[], text: string): Promise<string> {
  for (const script of scripts) if ((await script.text()).includes(text)) return script.url();
  throw new Error(`No script contains ${text}`);
}
