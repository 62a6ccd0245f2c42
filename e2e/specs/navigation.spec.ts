import { createChannel } from '@gateway/contract';
import { expect, open, test } from '../support/test.js';

// The tests open records and pages that do not exist.
test.use({ expectedErrors: /404/ });

test('a channel with the id "new" opens its own page, not the page that adds channels', async ({ page, fixture }) => {
  await fixture.agent(createChannel, {
    body: {
      channel_id: 'new',
      platform: 'telegram',
      credentials: { bot_token: fixture.platform.token },
      target_chat_id: '77',
      channel_type: 'PROMPT',
    },
  });
  await open(page, 'channels?q=new');
  await page.getByRole('table', { name: 'Channels' }).getByRole('link', { name: 'new', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'new', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible();
});

test('each wizard step takes the focus, and a reload keeps the step and everything but the secrets', async ({
  page,
}) => {
  await open(page, 'channels/+new', 'Add channel');
  await page.getByRole('button', { name: /Telegram/ }).click();
  await expect(page.getByRole('group', { name: 'Instructions' })).toBeFocused();
  await page.getByLabel('Channel id').fill('second');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('group', { name: 'Connect' })).toBeFocused();

  await page.goBack();
  await expect(page.getByLabel('Channel id')).toHaveValue('second');
  await page.goForward();
  await expect(page.getByRole('group', { name: 'Connect' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Bot token' }).fill('a secret');
  await page.reload();
  await expect(page.getByRole('group', { name: 'Connect' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Bot token' })).toHaveValue('');
  await page.goBack();
  await expect(page.getByLabel('Channel id')).toHaveValue('second');
});

test('a wide window has the navigation at the side, and a phone at the bottom, also after a change of the width', async ({
  page,
}) => {
  await page.goto('');
  const side = page.getByRole('navigation', { name: 'Pages', exact: true });
  const bottom = page.getByRole('navigation', { name: 'Main pages' });
  await expect(side).toBeVisible();
  await expect(bottom).not.toBeAttached();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bottom).toBeVisible();
  await expect(side).not.toBeAttached();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(side).toBeVisible();
});

test('a dialog with a form focuses the first field', async ({ page }) => {
  await open(page, 'prompts');
  await page.getByRole('button', { name: 'New prompt' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Channel' })).toBeFocused();
});

test('the title of the tab names a missing prompt and a missing page', async ({ page }) => {
  await open(page, '');
  await page.goto('prompts/987654');
  await expect(page).toHaveTitle(/^(\(\d+\) )?#987654 · /);
  await page.goto('no/such/page');
  await expect(page).toHaveTitle(/^(\(\d+\) )?Page not found · /);
});
