import type { Page } from '@playwright/test';
import { listPrompts } from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';

const operation = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

test('an operation is found by the name of a field, has its own address, and the back button works', async ({
  page,
}) => {
  await open(page, 'api');
  await expect(operation(page, 'Introduction')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('ttl_sec');
  const list = page.getByRole('navigation', { name: 'Operations' });
  await expect(list.getByRole('link', { name: /^Register a channel/ })).toBeHidden();
  await list.getByRole('link', { name: /^Ask people a question/ }).click();
  await expect(operation(page, 'Ask people a question')).toBeVisible();
  await expect(page).toHaveURL(/\/console\/api\/createPrompt\?q=ttl_sec$/);
  await expect(page).toHaveTitle(/Ask people a question/);
  await page.goBack();
  await expect(operation(page, 'Introduction')).toBeVisible();

  await open(page, 'api/getStatus');
  await expect(operation(page, 'Get the status of the service')).toBeVisible();
  await expect(list.getByRole('link', { name: /^Get the status/ })).toBeInViewport();
  await page.getByRole('searchbox', { name: 'Search the API' }).fill('no such thing');
  await page.getByRole('link', { name: 'Clear the search' }).click();
  await expect(list.getByRole('link', { name: /^Register a channel/ })).toBeAttached();

  await open(page, 'api/noSuchOperation');
  await expect(page.getByText('Operation not found')).toBeVisible();
});

test('another operation of the API reference opens at its heading', async ({ page }) => {
  await open(page, 'api/createPrompt');
  const heading = (name: RegExp) => page.getByRole('heading', { level: 2, name });
  await expect(heading(/^Ask people a question/)).toBeInViewport();
  await page.mouse.move(1000, 500);
  await page.mouse.wheel(0, 3000);
  await expect(heading(/^Ask people a question/)).not.toBeInViewport();
  await page.getByRole('link', { name: /^List prompts/ }).click();
  await expect(page).toHaveTitle(/List prompts/);
  await expect(heading(/^List prompts/)).toBeInViewport();
});

test('an operation shows its fields with limits, what is inside them, its errors and code', async ({
  page,
  fixture,
}) => {
  await open(page, 'api/createPrompt');
  const body = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Body', exact: true }) });
  await expect(body.getByRole('listitem').filter({ hasText: /^text/ })).toContainText('Length: 1 to 4,096');
  await body.getByText('Fields of action').click();
  await expect(body.getByText('The arguments, as a JSON object.')).toBeVisible();
  await body.getByRole('button', { name: 'multipart/form-data' }).click();
  await expect(body.getByText('string <binary>')).toBeVisible();

  const errors = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Errors', exact: true }) });
  await expect(errors.getByRole('listitem').filter({ hasText: /^422/ })).toContainText('Idempotency-Key');
  await errors.getByText('Body of an error').click();
  await errors.getByRole('button', { name: /^Show all \d+ values$/ }).click();
  await expect(errors.getByText('outcome_unknown').first()).toBeVisible();

  const sample = (language: string) => page.getByRole('region', { name: `Request in ${language}` });
  await expect(sample('curl')).toContainText(`${fixture.gateway.url}/v1/prompts/new`);
  await page.getByRole('button', { name: 'Python' }).click();
  await expect(sample('Python')).toContainText('requests.post(');
  await open(page, 'api/listChannels');
  // The language is kept.
  await expect(sample('Python')).toContainText('requests.get(');
});

test('a callback has its headers, its event and the way to verify it', async ({ page }) => {
  await open(page, 'api/promptAnswered');
  await expect(page.getByText('webhook-timestamp', { exact: true })).toBeVisible();
  await page.getByText('Fields of answer', { exact: true }).click();
  await expect(page.getByText('type: "option" | "text"')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try it' })).toBeHidden();
  await page.getByRole('link', { name: 'How a receiver verifies the signatures' }).click();
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  await expect(page.getByRole('status', { name: 'Result' }).getByText('Valid', { exact: true })).toHaveCount(2);
});

test('a request that reads is sent at once and shows the response', async ({ page }) => {
  await open(page, 'api/listPrompts');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('Optional parameters').click();
  await page.getByRole('combobox', { name: 'state' }).selectOption('all');
  await page.getByRole('textbox', { name: 'limit' }).fill('2');
  await expect(page.getByRole('region', { name: 'Request in curl' })).toContainText('/v1/prompts?state=all&limit=2');
  await page.getByRole('textbox', { name: 'limit' }).press('Enter');
  await expect(page.getByText('Status 200')).toBeVisible();
  await expect(page.getByText(/^\d+ ms$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Response' })).toContainText('"prompt_num"');
  await page.getByText('Response headers').click();
  await expect(page.getByText('content-type:')).toBeVisible();
});

test('a stream is shown while it arrives, until it is stopped', async ({ page }) => {
  await open(page, 'api/streamEvents');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('region', { name: 'Response' })).toContainText('id:');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
});

test('a request that writes is sent after a confirmation only', async ({ page, fixture }) => {
  const text = `From the reference at ${Date.now()}?`;
  const asked = async () => (await fixture.agent(listPrompts, { query: { q: text } })).length;
  await open(page, 'api/createPrompt');
  await page.getByRole('button', { name: 'Try it' }).click();
  const body = page.getByRole('textbox', { name: 'Body (JSON)' });
  await body.fill('{');
  await expect(page.getByRole('alert')).toHaveText('This is not valid JSON.');
  await page.getByRole('combobox', { name: 'Example' }).selectOption('A free-text answer');
  await body.fill(JSON.stringify({ channel_id: 'approvals', text, allow_text: true }));
  await page.getByRole('button', { name: 'Send request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this request?' });
  await expect(dialog).toContainText('POST /v1/prompts/new');
  await dialog.getByRole('button', { name: 'Go back' }).click();
  expect(await asked()).toBe(0);
  await page.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Status 200')).toBeVisible();
  expect(await asked()).toBe(1);
});

test.describe('a viewer', () => {
  test.use({ as: 'viewer' });

  test('reads the reference and cannot send a request that writes', async ({ page }) => {
    await open(page, 'api/createPrompt');
    await page.getByRole('button', { name: 'Try it' }).click();
    const reason = 'Your role viewer does not have the required permission: prompts:write.';
    await expect(page.getByText(reason)).toBeVisible();
    const send = page.getByRole('button', { name: 'Send request' });
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await expect(send).toHaveAttribute('title', reason);
    // `force`: Playwright waits for a button to be enabled.
    await send.click({ force: true });
    await expect(page.getByRole('dialog')).toBeHidden();
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
  await page.getByRole('link', { name: /^Get one prompt/ }).click();
  await expect(page.getByRole('region', { name: 'Request in curl' })).toContainText('/v1/prompts/{id}');
});

test.describe('a document that cannot be loaded', () => {
  test.use({ expectedErrors: /503/ });

  test('is reported and loaded again', async ({ page }) => {
    const body = { detail: 'The database cannot be used.', code: 'unavailable', retryable: true };
    await page.route('**/openapi.json', (route) => route.fulfill({ status: 503, json: body }));
    await page.goto('api');
    const failures = page.getByRole('alert').filter({ hasText: 'The database cannot be used.' });
    await expect(failures).toHaveCount(2);
    await page.unroute('**/openapi.json');
    await failures.first().getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: /^Ask people a question/ })).toBeVisible();
    await expect(failures).toHaveCount(0);
  });
});

const windows = { desktop: { viewport: { width: 1280, height: 800 } }, phone };

for (const [name, window] of Object.entries(windows)) {
  test.describe(name, () => {
    test.use({ ...window, contextOptions: { reducedMotion: 'reduce' } });

    test('the reference fits the window, and has no axe violations in both themes', async ({ page }) => {
      test.slow();
      for (const path of ['introduction', 'createPrompt', 'streamEvents', 'promptAnswered', 'signatures']) {
        await page.emulateMedia({ colorScheme: 'light' });
        await open(page, `api/${path}`);
        for (const details of await page.locator('summary').all()) await details.click();
        if (path === 'createPrompt') await page.getByRole('button', { name: 'Try it' }).click();
        const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(await width(), `${path} is wider than the window`).toBeLessThanOrEqual(0);
        await expectAccessible(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        await expectReadable(page);
      }
    });
  });
}

test.describe('on a phone', () => {
  test.use(phone);

  test('the list and an operation replace each other', async ({ page }) => {
    await open(page, 'api');
    const link = page.getByRole('link', { name: /^List channels/ });
    await link.click();
    await expect(operation(page, 'List channels, newest first')).toBeInViewport();
    await expect(link).toBeHidden();
    await page.getByRole('main').getByRole('link', { name: 'API' }).click();
    await expect(link).toBeVisible();
    await expect(operation(page, 'List channels, newest first')).toBeHidden();
  });
});
