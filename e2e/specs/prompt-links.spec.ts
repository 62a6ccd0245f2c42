import { expectAccessible } from '../support/accessible.js';
import { expect, open, test } from '../support/test.js';

// The browser logs the refused request.
test.use({ expectedErrors: /status of 400/ });

test('links to prompts can be turned on only with a public address, and a refusal is shown below the switch', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const links = main.getByRole('switch', { name: 'Links to the console' });
  await open(page, 'channels/approvals');
  await main.getByRole('button', { name: 'Edit' }).click();
  await expect(links).toBeDisabled();
  await expect(main.getByText(/when PUBLIC_WEBHOOK_URL is set/)).toBeVisible();

  // As after a restart without the address, while the page is open.
  await page.route('**/console/session', async (route) => {
    const answer = await route.fetch();
    const state = await answer.json();
    await route.fulfill({
      json: { ...state, gateway: { ...state.gateway, public_url: 'https://gateway.example.com' } },
    });
  });
  await open(page, 'channels/approvals');
  await main.getByRole('button', { name: 'Edit' }).click();
  await links.click();
  await expect(links).toBeChecked();
  await expect(main.getByText(/callbacks contain it/)).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(main.getByRole('alert').getByText(/set PUBLIC_WEBHOOK_URL/)).toBeVisible();
});
