import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { watch } from '../support/test.js';
import { startBareGateway } from '../support/world.js';

test('the first operator comes in by the link that the gateway printed, which works once', async ({
  page,
  context,
  browser,
}) => {
  const { gateway, close } = await startBareGateway();
  try {
    const complaints = watch(context);
    await test.step('without the link the console says where it is', async () => {
      await page.goto(`${gateway.url}/console/`);
      await expect(page.getByText('no operator yet')).toBeVisible();
      await expectAccessible(page);
    });
    await test.step('a password that is too short is told of at its field', async () => {
      await page.goto(gateway.setUpLink);
      await expect(page.getByLabel('Your name')).toBeVisible();
      expect(page.url(), 'the token is gone from the address').not.toContain('token');
      await page.getByLabel('Your name').fill('Ada');
      await page.getByLabel('E-mail').fill('ada@example.com');
      await page.getByLabel('Password').fill('too short');
      await page.getByRole('button', { name: 'Create my account' }).click();
      await expect(page.getByText('Must have at least 12 characters.')).toBeVisible();
      await expectAccessible(page);
    });
    await test.step('with a longer one the overview opens', async () => {
      await page.getByLabel('Password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Create my account' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    });
    expect(complaints).toEqual([]);

    await test.step('the link is used up', async () => {
      const other = await browser.newContext();
      const second = await other.newPage();
      await second.goto(gateway.setUpLink);
      await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await other.close();
    });
  } finally {
    await close();
  }
});
