import { listOperators } from '@gateway/contract';
import { test as base, expect } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { startBareGateway } from '../support/fixture.js';
import type { GatewayProcess } from '../support/gateway-process.js';
import { createOperators, signInAgain } from '../support/operators.js';
import { startProvider } from '../support/openid-provider.js';

interface Options {
  /** Whether operators may sign in with a password. */
  readonly passwords: boolean;
  readonly gateway: GatewayProcess;
  readonly url: string;
}

/** A gateway without operators, whose operators sign in at a provider on another site. */
const test = base.extend<Options>({
  passwords: [false, { option: true }],
  gateway: async ({ passwords }, use) => {
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
      PASSWORD_SIGN_IN: String(passwords),
    });
    await use(gateway);
    await close();
    await provider.close();
  },
  url: async ({ gateway }, use) => use(gateway.url),
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

test.describe('with passwords', () => {
  test.use({ passwords: true });

  test('an owner links the own account at the provider after a proof, and signs in with it', async ({
    page,
    context,
    gateway,
    url,
  }) => {
    const operators = await createOperators(url, await gateway.setUpLink());
    await context.addCookies([(await signInAgain(url, operators.owner)).cookie]);
    await page.goto(`${url}/console/account`);
    await page.getByRole('button', { name: 'Link account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in with Example ID' });
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'Password' }).fill(operators.owner.password);
    await dialog.getByRole('button', { name: 'Link account' }).click();
    await page.getByPlaceholder('Enter any login').fill('lovelace');
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();

    await page.getByRole('button', { name: new RegExp(operators.owner.name) }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    // The name is that of the provider, and no operator was added.
    await expect(page.getByRole('button', { name: /lovelace Owner/ })).toBeVisible();
    expect(await operators.owner.call(listOperators, {})).toHaveLength(Object.keys(operators).length);
  });
});
