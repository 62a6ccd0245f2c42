import { test as base, expect } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { startBareGateway } from '../support/fixture.js';
import { startProvider } from '../support/openid-provider.js';

/** A gateway without operators, whose operators sign in at a provider on another site. */
const test = base.extend<{ readonly url: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  url: async ({}, use) => {
    const provider = await startProvider();
    const { gateway, close } = await startBareGateway({
      USE_AUTH: 'true',
      GATEWAY_API_KEY: 'a key of the browser tests',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'gateway',
      OIDC_CLIENT_SECRET: 'secret-of-the-gateway',
      OIDC_NAME: 'Example ID',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLE_OWNER: 'admins',
      PASSWORD_SIGN_IN: 'false',
    });
    await use(gateway.url);
    await close();
    await provider.close();
  },
});

test('the first operator signs in at another site, returns to the wanted page, and signs out there as well', async ({
  page,
  url,
}) => {
  await page.goto(`${url}/console/`);
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
  await page.getByPlaceholder('Enter any login').fill('grace');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('button', { name: /grace/ })).toBeVisible();

  await page.getByRole('button', { name: /grace/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign out of Example ID as well' })).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await expectAccessible(page);

  // The provider remembers the person, and the page that was wanted opens.
  await page.goto(`${url}/console/audit`);
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  expect((await page.context().cookies(url)).find(({ name }) => name === 'gateway_session')?.sameSite).toBe('Strict');

  await page.getByRole('button', { name: /grace/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign out of Example ID as well' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
});
