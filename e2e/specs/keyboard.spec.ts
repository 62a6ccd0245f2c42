import { getPrompt } from '@gateway/contract';
import { expect, open, test } from '../support/test.js';

test('a prompt can be opened and answered with the keyboard', async ({ page, fixture }) => {
  const id = await fixture.ask('Shall the invoice be paid?', { ttl_sec: 600 });
  await open(page, 'prompts');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/prompts/${id.slice(1)}(\\?|$)`));
  await expect(page.getByRole('radio', { name: 'Reject' })).toBeVisible();

  await page.keyboard.press('2');
  await expect(page.getByRole('radio', { name: 'Reject' })).toBeChecked();
  expect(
    (await fixture.agent(getPrompt, { params: { id } })).state,
    'choosing an option does not answer the prompt',
  ).toBe('pending');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText(/Ada Lovelace answered in the console/)).toBeVisible();

  const answered = await fixture.agent(getPrompt, { params: { id } });
  expect(answered).toMatchObject({ state: 'answered', answer: 'Reject', answered_by_username: 'Ada Lovelace' });
});

test('? lists the shortcuts, and / focuses the search', async ({ page }) => {
  await open(page, 'prompts');
  // The shortcuts are loaded with the navigation.
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Show keyboard shortcuts');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('j?');
  await expect(page.getByRole('searchbox'), 'shortcuts are off while typing').toHaveValue('j?');
});

test('g and a letter open a page, and neither key does anything else', async ({ page }) => {
  await open(page, 'prompts');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/\/keys$/);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/prompts$/);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Go to Audit log');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('gc');
  await expect(page.getByRole('searchbox'), 'a sequence is off while typing').toHaveValue('gc');
});

test('the first Tab stop is the link that skips the navigation', async ({ page }) => {
  await open(page, '');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
