import { signOutEverywhere } from '@gateway/contract';
import { expectAccessible } from '../support/accessible.js';
import { createOperatorWith } from '../support/operators.js';
import { expect, open, test } from '../support/test.js';
import { limitMs } from '../support/limits.js';

test.describe('sign-in', () => {
  test.use({ as: null, expectedErrors: /status of (401|400|429)/ });

  test('a page that requires an operator redirects to the sign-in and back', async ({ page, fixture }) => {
    const { owner } = fixture.operators;
    await page.goto('deliveries?state=dead');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('Password')).toBeFocused();

    await page.getByLabel('Password').fill(owner.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible();
    expect(new URL(page.url()).search).toContain('dead');
  });

  test('a returnTo link to another origin is not followed (open redirect)', async ({ page, fixture }) => {
    await page.goto('login?returnTo=//example.com/');
    await page.getByLabel('E-mail').fill(fixture.operators.viewer.email);
    await page.getByLabel('Password').fill(fixture.operators.viewer.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    expect(page.url().startsWith(fixture.gateway.url)).toBe(true);
  });

  test('a session that ends while a page is open redirects to the sign-in and back to the page', async ({
    page,
    fixture,
  }) => {
    const other = await createOperatorWith(fixture.gateway.url, fixture.operators.owner, 'operator');
    await page.goto('audit');
    await page.getByLabel('E-mail').fill(other.email);
    await page.getByLabel('Password').fill(other.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();

    await other.call(signOutEverywhere, {});
    await expect(page.getByText('Your session has ended.')).toBeVisible({ timeout: limitMs(20_000) });
    await page.getByLabel('E-mail').fill(other.email);
    await page.getByLabel('Password').fill(other.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  });
});

test('the back button shows the sign-in after a sign-out', async ({ page }) => {
  await open(page, '');
  await page.getByRole('button', { name: /Ada Lovelace/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
