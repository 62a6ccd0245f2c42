import type { Page } from '@playwright/test';
import { listPrompts } from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';

/** An operation in the list, by its id. */
const operation = (page: Page, id: string) => page.locator(`.opblock[id$="-${id}"]`);
/** The button that opens and closes an operation. */
const summary = (page: Page, id: string) => operation(page, id).locator('.opblock-summary-control');

test('an operation is found by the name of a field, has its own address, and the back button works', async ({
  page,
}) => {
  await open(page, 'api');
  await expect(operation(page, 'createChannel')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('ttl_sec');
  await expect(operation(page, 'createChannel')).toBeHidden();
  await summary(page, 'createPrompt').click();
  await expect(operation(page, 'createPrompt')).toContainText('Posts the question to the chat');
  await expect(page).toHaveURL(/\/console\/api\/createPrompt\?q=ttl_sec$/);
  await expect(page).toHaveTitle(/Ask people a question/);
  await page.goBack();
  await expect(page).toHaveURL(/\/console\/api\?q=ttl_sec$/);

  await open(page, 'api/getStatus');
  await expect(summary(page, 'getStatus')).toBeInViewport();
  await expect(summary(page, 'getStatus')).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('searchbox', { name: 'Search the API' }).fill('xyzzy');
  await page.getByRole('link', { name: 'Clear the search' }).click();
  await expect(operation(page, 'createChannel')).toBeAttached();

  await open(page, 'api/noSuchOperation');
  await expect(page.getByText('Operation not found')).toBeVisible();
});

test('an operation shows its fields with limits, what is inside them, its errors and the command', async ({
  page,
  fixture,
}) => {
  await open(page, 'api/createPrompt');
  const asked = operation(page, 'createPrompt');
  await asked.getByRole('tab', { name: 'Schema' }).first().click();
  const body = asked.getByRole('tabpanel', { name: 'Schema' }).first();
  await expect(body).toContainText('[1, 4096] characters');
  await body.getByRole('button', { name: 'action', exact: true }).click();
  await body.getByRole('button', { name: 'args', exact: true }).click();
  await expect(body.getByText('The arguments, as a JSON object.')).toBeVisible();
  await asked
    .getByRole('combobox', { name: /content type/i })
    .first()
    .selectOption('multipart/form-data');
  await expect(asked.getByText('binary').first()).toBeAttached();
  await expect(asked.getByRole('row', { name: /^422/ })).toContainText('Idempotency-Key');
  await open(page, 'api/getStatus');
  await operation(page, 'getStatus').getByRole('button', { name: 'Try it out' }).click();
  await operation(page, 'getStatus').getByRole('button', { name: 'Execute' }).click();
  await expect(operation(page, 'getStatus').locator('.curl')).toContainText(`${fixture.gateway.url}/`);
});

test('a callback has its headers and its event, is found, and leads to the way to verify it', async ({ page }) => {
  await open(page, 'api/promptAnswered');
  const callback = operation(page, 'promptAnswered');
  await expect(callback.getByRole('row', { name: /^webhook-timestamp/ })).toBeVisible();
  await expect(callback.getByRole('button', { name: 'Try it out' })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search the API' }).fill('webhook-timestamp');
  await expect(callback).toBeVisible();
  await expect(operation(page, 'createChannel')).toBeHidden();
  await expect(page.getByText('No operations')).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search the API' }).fill('createChannel');
  await expect(operation(page, 'createChannel')).toBeVisible();
  await expect(callback).toBeHidden();
  await page.getByRole('link', { name: 'Callback signatures' }).click();
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  await expect(page.getByRole('status', { name: 'Result' }).getByText('Valid', { exact: true })).toHaveCount(2);
});

test('a request that reads is sent at once and shows the response', async ({ page }) => {
  await open(page, 'api/listPrompts');
  const list = operation(page, 'listPrompts');
  await list.getByRole('button', { name: 'Try it out' }).click();
  await list
    .getByRole('row', { name: /^state/ })
    .getByRole('combobox')
    .selectOption('all');
  await list
    .getByRole('row', { name: /^limit/ })
    .getByRole('textbox')
    .fill('2');
  await list.getByRole('button', { name: 'Execute' }).click();
  await expect(list.locator('.curl')).toContainText(/\/v1\/prompts\?state=all&.*limit=2/);
  const response = list.locator('.live-responses-table');
  await expect(response).toContainText('200');
  await expect(response).toContainText('"prompt_num"');
  await expect(response).toContainText('content-type:');
});

test('a stream is not waited for', async ({ page }) => {
  await open(page, 'api/streamEvents');
  const stream = operation(page, 'streamEvents');
  await stream.getByRole('button', { name: 'Try it out' }).click();
  await stream.getByRole('button', { name: 'Execute' }).click();
  await expect(stream.locator('.live-responses-table')).toContainText('This page does not show streams');
  await expect(stream.locator('.curl')).toContainText('/v1/events');
});

test.describe('an API key', () => {
  test.use({ expectedErrors: /401/ });

  test('is not readable while it is entered, is used, and is not in the command', async ({ page }) => {
    await open(page, 'api/listPrompts');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const key = page.locator('#api_key_value').first();
    await expect(key).toHaveAttribute('type', 'password');
    await key.fill('gw_not_a_key');
    await page.getByRole('button', { name: 'Apply credentials' }).first().click();
    await page.getByRole('button', { name: 'Close' }).last().click();
    const list = operation(page, 'listPrompts');
    await list.getByRole('button', { name: 'Try it out' }).click();
    const sent = page.waitForRequest('**/v1/prompts*');
    await list.getByRole('button', { name: 'Execute' }).click();
    expect((await sent).headers()['x-api-key']).toBe('gw_not_a_key');
    await expect(list.locator('.curl')).toContainText('YOUR_API_KEY');
    await expect(page.getByText('gw_not_a_key')).toHaveCount(0);
  });
});

test('a request that writes is sent after a confirmation only', async ({ page, fixture }) => {
  const text = `From the reference at ${Date.now()}?`;
  const asked = async () => (await fixture.agent(listPrompts, { query: { q: text } })).length;
  await open(page, 'api/createPrompt');
  const create = operation(page, 'createPrompt');
  await create.getByRole('button', { name: 'Try it out' }).click();
  await create
    .getByRole('textbox')
    .last()
    .fill(JSON.stringify({ channel_id: 'approvals', text, allow_text: true }));
  await create.getByRole('button', { name: 'Execute' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this request?' });
  await expect(dialog).toContainText('POST /v1/prompts/new');
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await expect(create.locator('.live-responses-table')).toContainText('The request was not sent.');
  expect(await asked()).toBe(0);
  await create.getByRole('button', { name: 'Execute' }).click();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(create.locator('.live-responses-table')).toContainText('"prompt_num"');
  expect(await asked()).toBe(1);
});

test.describe('a viewer', () => {
  test.use({ as: 'viewer', expectedErrors: /403/ });

  test('reads the reference and cannot send a request that writes', async ({ page }) => {
    await open(page, 'api/createPrompt');
    const create = operation(page, 'createPrompt');
    await create.getByRole('button', { name: 'Try it out' }).click();
    await create.getByRole('button', { name: 'Execute' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
    await expect(create.locator('.live-responses-table')).toContainText('403');
    await expect(create.locator('.live-responses-table')).toContainText('prompts:write');
  });
});

test('a gateway that does not serve its document has the list of operations', async ({ page }) => {
  await page.route('**/console/session', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { gateway: object };
    await route.fulfill({ response, json: { ...session, gateway: { ...session.gateway, docs: false } } });
  });
  await open(page, 'api');
  await expect(page.getByText('ENABLE_DOCS=true')).toBeVisible();
  await summary(page, 'getPrompt').click();
  await expect(operation(page, 'getPrompt')).toContainText('Required scope: prompts:read or admin.');
});

test.describe('a document that cannot be loaded', () => {
  test.use({ expectedErrors: /503/ });

  test('is reported and loaded again', async ({ page }) => {
    const body = { detail: 'The database cannot be used.', code: 'unavailable', retryable: true };
    await page.route('**/openapi.json', (route) => route.fulfill({ status: 503, json: body }));
    await page.goto('api');
    const failure = page.getByRole('alert').filter({ hasText: 'The database cannot be used.' });
    await expect(failure).toBeVisible();
    await page.unroute('**/openapi.json');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(operation(page, 'createPrompt')).toBeVisible();
    await expect(failure).toBeHidden();
  });
});

test('the page /docs has the same reference for readers without the console', async ({ page, fixture }) => {
  await page.goto(`${fixture.gateway.url}/docs`);
  await expect(page.getByText(/^You are signed in as /)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the API' }).fill('ttl_sec');
  await expect(operation(page, 'createChannel')).toBeHidden();
  await summary(page, 'createPrompt').click();
  await expect(page).toHaveURL(/\/docs#\/Prompts\/createPrompt$/);
  await expect(operation(page, 'createPrompt').getByRole('button', { name: 'Execute' })).toBeVisible();
});

const windows = { desktop: { viewport: { width: 1280, height: 800 } }, phone };

for (const [name, window] of Object.entries(windows)) {
  test.describe(name, () => {
    test.use({ ...window, contextOptions: { reducedMotion: 'reduce' } });

    test('the reference fits the window, and has no axe violations in both themes', async ({ page }) => {
      test.slow();
      for (const path of ['createPrompt', 'promptAnswered', 'signatures']) {
        await page.emulateMedia({ colorScheme: 'light' });
        await open(page, `api/${path}`);
        if (path !== 'signatures') await expect(summary(page, path)).toBeInViewport();
        if (path === 'createPrompt') await page.getByRole('button', { name: 'Try it out' }).click();
        const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(await width(), `${path} is wider than the window`).toBeLessThanOrEqual(0);
        await expectAccessible(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        await expectReadable(page);
      }
    });
  });
}
