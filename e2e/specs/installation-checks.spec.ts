import { expect, open, test } from '../support/test.js';
import { limitMs } from '../support/limits.js';

test('the Health page checks the installation on request and shows what to do', async ({ page }) => {
  await open(page, 'health');
  const main = page.getByRole('main');
  await expect(main.getByText('disk space')).toHaveCount(0);
  await page.getByRole('button', { name: 'Check installation' }).click();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible({ timeout: limitMs(60_000) });
  await expect(main.getByText('DATA_DIR', { exact: true })).toBeVisible();
  await expect(main.getByText('channel approvals', { exact: true })).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ });

  test('the Health page explains a check that could not be run', async ({ page }) => {
    await page.route('**/console/session/checks', (route) => route.abort());
    await open(page, 'health');
    await page.getByRole('button', { name: 'Check installation' }).click();
    await expect(
      page
        .getByRole('main')
        .getByText(/The gateway cannot be reached/)
        .first(),
    ).toBeVisible();
  });
});
