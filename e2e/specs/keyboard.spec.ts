import { getPrompt } from '@gateway/contract';
import { expect, open, test } from '../support/test.js';

test('a question is found, read and answered without a mouse', async ({ page, world }) => {
  const id = await world.ask('Shall the invoice be paid?');
  await open(page, 'prompts');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/prompts/${id.slice(1)}(\\?|$)`));
  await expect(page.getByRole('radio', { name: 'Reject' })).toBeVisible();

  await page.keyboard.press('2');
  await expect(page.getByRole('radio', { name: 'Reject' })).toBeChecked();
  expect((await world.agent(getPrompt, { params: { id } })).state, 'choosing alone answers nothing').toBe('pending');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText(/Ada Lovelace answered in the console/)).toBeVisible();

  const answered = await world.agent(getPrompt, { params: { id } });
  expect(answered).toMatchObject({ state: 'answered', answer: 'Reject', answered_by_username: 'Ada Lovelace' });
});

test('the keys that act are listed behind the question mark, and the search is one key away', async ({ page }) => {
  await open(page, 'prompts');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('Show these keys');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('j?');
  await expect(page.getByRole('searchbox'), 'keys are letters while one types').toHaveValue('j?');
});

test('the first stop of the tab key skips the navigation', async ({ page }) => {
  await open(page, '');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
