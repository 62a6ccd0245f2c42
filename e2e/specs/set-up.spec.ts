import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { watchBrowser } from '../support/test.js';
import { startBareGateway } from '../support/fixture.js';

test('the first operator signs up with the printed setup link, which works once', async ({
  page,
  context,
  browser,
}) => {
  const { gateway, close } = await startBareGateway();
  try {
    const problems = await watchBrowser(context);
    await test.step('without the link the console explains where to find it', async () => {
      await page.goto(`${gateway.url}/console/`);
      await expect(page.getByText('no operator yet')).toBeVisible();
      await expectAccessible(page);
    });
    await test.step('a short password is an error at its field', async () => {
      await page.goto(await gateway.setUpLink());
      await expect(page.getByLabel('Your name')).toBeVisible();
      expect(page.url(), 'the token is removed from the URL').not.toContain('token');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('Enter a value.')).toHaveCount(3);
      await page.getByLabel('Your name').fill('Ada');
      await page.getByLabel('E-mail').fill('ada@example.com');
      await page.getByLabel('Password').fill('too short');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('Enter at least 12 characters.')).toBeVisible();
      await expectAccessible(page);
    });
    await test.step('a reload keeps the token, the name and the e-mail, not the password', async () => {
      await page.reload();
      await expect(page.getByLabel('Your name')).toHaveValue('Ada');
      await expect(page.getByLabel('E-mail')).toHaveValue('ada@example.com');
      await expect(page.getByLabel('Password')).toHaveValue('');
    });
    await test.step('a valid password opens the overview', async () => {
      await page.getByLabel('Password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    });
    expect(problems).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.length), 'the used token is not kept').toBe(0);

    await test.step('the link no longer works', async () => {
      const other = await browser.newContext();
      const second = await other.newPage();
      await second.goto(await gateway.setUpLink());
      await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await other.close();
    });
  } finally {
    await close();
  }
});
