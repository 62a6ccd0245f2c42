import { createChannel } from '@gateway/contract';
import { expect, open, test } from '../support/test.js';

// What is not there is looked for below.
test.use({ expectedErrors: /404/ });

test('a channel may be called new: its page is not the one that adds channels', async ({ page, world }) => {
  await world.agent(createChannel, {
    body: {
      channel_id: 'new',
      platform: 'telegram',
      credentials: { bot_token: world.platform.token },
      target_chat_id: '77',
      channel_type: 'PROMPT',
    },
  });
  await open(page, 'channels?q=new');
  await page
    .getByRole('list', { name: 'Channels' })
    .getByRole('link', { name: /new 77/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'new', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible();
});

test('each step of adding a channel takes the focus, and a reload does not skip the choice of an id', async ({
  page,
}) => {
  await open(page, 'channels/+new', 'Add a channel');
  await page.getByRole('button', { name: /Telegram/ }).click();
  await expect(page.getByRole('group', { name: 'Prepare' })).toBeFocused();
  await page.getByLabel('Channel id').fill('second');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('group', { name: 'Connect' })).toBeFocused();

  await page.goBack();
  await expect(page.getByLabel('Channel id')).toHaveValue('second');
  await page.goForward();
  await expect(page.getByRole('group', { name: 'Connect' })).toBeVisible();
  // Nothing of it was saved: the id is to be seen before anything is built upon it.
  await page.reload();
  await expect(page.getByLabel('Channel id')).not.toHaveValue('');
  await expect(page.getByRole('group', { name: 'Connect' })).toHaveCount(0);
});

test('a form in a dialog begins at its first field', async ({ page }) => {
  await open(page, 'prompts');
  await page.getByRole('button', { name: 'Ask a question' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Channel' })).toBeFocused();
});

test('the browser’s tab names what is not there, too', async ({ page }) => {
  await open(page, '');
  await page.goto('prompts/987654');
  await expect(page).toHaveTitle(/^#987654 · /);
  await page.goto('no/such/page');
  await expect(page).toHaveTitle(/^There is no such page · /);
});
