import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';

test('the palette opens with Ctrl+K and leads to a prompt by number, correlation id and option', async ({
  page,
  fixture,
}) => {
  const id = await fixture.ask('Shall the glacier be named?', {
    correlation_id: 'Glacier-7',
    options: ['Name it', 'Wait'],
  });
  const address = new RegExp(`/prompts/${id.slice(1)}(\\?|$)`);
  await open(page, 'prompts');
  // Also while typing.
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(field).toBeFocused();
  await page.keyboard.type(id);
  await expect(page.getByRole('option', { name: id })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();

  for (const text of ['Glacier-7', 'name it']) {
    await open(page, 'channels');
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.keyboard.type(text);
    const option = page.getByRole('option', { name: /Shall the glacier be named/ });
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '-');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
  }

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.type('no such text anywhere');
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Nothing found.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the palette runs actions, is listed by ? and does not open above a dialog', async ({ page }) => {
  await open(page, '');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Search and commands');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeHidden();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('dark');
  await expect(page.getByRole('option', { name: 'Use the dark theme' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('ArrowDown');
  await expectReadable(page);
  await page.keyboard.type('new prompt');
  await expect(page.getByRole('option', { name: 'New prompt' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /prompt/i })).toBeVisible();
});

test.describe('a viewer', () => {
  test.use({ as: 'viewer' });
  test('the palette of a viewer has no action and no record that the role forbids', async ({ page }) => {
    await open(page, '');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option', { name: 'Prompts' })).toBeVisible();
    for (const name of ['New prompt', 'Add channel', 'Create API key'])
      await expect(page.getByRole('option', { name })).toBeHidden();
    await page.keyboard.type('ada@example.com');
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('Nothing found.');
  });
});

test.describe('on a phone', () => {
  test.use(phone);
  test('on a phone: the bar opens the palette, and a channel is found', async ({ page }) => {
    await open(page, '');
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    await page.getByRole('combobox').fill('approvals');
    await page
      .getByRole('option', { name: /^approvals/ })
      .first()
      .tap();
    await expect(page).toHaveURL(/\/channels\/approvals/);
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    await expect(page.getByRole('group', { name: 'Recent' })).toBeVisible();
    await expectAccessible(page);
  });
});
