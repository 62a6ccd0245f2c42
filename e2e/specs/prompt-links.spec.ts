import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { expect, open, test } from '../support/test.js';

// The browser logs the refused request.
test.use({ expectedErrors: /status of 400/ });

/** As after a restart without the public URL, while the page is open. */
const pretendPublicUrl = (page: Page) =>
  page.route('**/console/session', async (route) => {
    const answer = await route.fetch();
    const state = await answer.json();
    await route.fulfill({
      json: { ...state, gateway: { ...state.gateway, public_url: 'https://gateway.example.com' } },
    });
  });

test('links to prompts can be turned on only with a public address, and a refusal is shown below the switch', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const links = main.getByRole('switch', { name: 'Links to the console' });
  await open(page, 'channels/approvals');
  await main.getByRole('button', { name: 'Edit' }).click();
  await expect(links).toBeDisabled();
  await expect(main.getByText(/when PUBLIC_WEBHOOK_URL is set/)).toBeVisible();

  await pretendPublicUrl(page);
  await open(page, 'channels/approvals');
  await main.getByRole('button', { name: 'Edit' }).click();
  await links.click();
  await expect(links).toBeChecked();
  await expect(main.getByText(/callbacks contain it/)).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(main.getByRole('alert').getByText(/set PUBLIC_WEBHOOK_URL/)).toBeVisible();
});

test('the wizard creates a prompt channel with links to the console, and a message channel without', async ({
  page,
  fixture,
}) => {
  const main = page.getByRole('main');
  const links = main.getByRole('switch', { name: 'Links to the console' });
  await pretendPublicUrl(page);
  await open(page, 'channels/+new?platform=telegram&step=guide');
  await main.getByLabel('Channel id').fill('linked');
  await main.getByRole('button', { name: 'Continue' }).click();
  await main.getByLabel(/^Bot token/).fill(fixture.platform.token);
  await main.getByLabel(/^Chat/).first().fill('77');
  await main.getByRole('button', { name: 'Continue' }).click();
  await links.click();
  await main.getByText('Messages', { exact: true }).click();
  await expect(links).toBeHidden();
  await main.getByText('Prompts', { exact: true }).click();
  await expect(links).toBeChecked();
  await expectAccessible(page);
  const request = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/v1/channels/new'));
  await main.getByRole('button', { name: 'Save channel' }).click();
  expect((await request).postDataJSON()).toMatchObject({ channel_type: 'PROMPT', prompt_links: true });
  await expect(main.getByText(/set PUBLIC_WEBHOOK_URL/).first()).toBeVisible();
});
