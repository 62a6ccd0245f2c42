import { listKeys } from '@gateway/contract';
import { expect, open, test } from '../support/test.js';

test('a new key asks only, unless the operator chooses more, and ends after the chosen days', async ({
  page,
  fixture,
}, info) => {
  await open(page, 'keys', 'API keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /^Asker/ })).toBeChecked();
  await dialog.getByLabel('Name').fill('nightly report');
  await dialog.getByText('Limits').click();
  await dialog.getByRole('group', { name: 'Lifetime' }).getByRole('button', { name: 'In 7 days' }).click();
  await page.screenshot({ path: info.outputPath('new-key.png') });
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('nightly report').first()).toBeVisible();
  const keys = await fixture.operators.owner.call(listKeys, {});
  const created = keys.find(({ name }) => name === 'nightly report');
  expect(created?.scopes).not.toContain('channels:write');
  const days = (Date.parse(created?.expires_at ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);
});
