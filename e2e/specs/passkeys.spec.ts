import { test as base, expect } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { startBareGateway } from '../support/fixture.js';
import { createOperators, type TestOperator } from '../support/operators.js';

/** A gateway of its own, because a second factor changes how an operator signs in. A passkey needs a host name. */
const test = base.extend<{ readonly console: { readonly url: string; readonly owner: TestOperator } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  console: async ({}, use) => {
    const { gateway, close } = await startBareGateway({
      USE_AUTH: 'true',
      GATEWAY_API_KEY: 'a key of the browser tests',
    });
    const { owner } = await createOperators(gateway.url, await gateway.setUpLink());
    await use({ url: `${gateway.url.replace('127.0.0.1', 'localhost')}/console`, owner });
    await close();
  },
});

test('an owner adds a passkey, signs in with it alone and after the password, and removes it', async ({
  page,
  console: { url, owner },
}) => {
  // Three sign-ins with argon2id, and four checks by axe.
  test.slow();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  const giveThePassword = async () => {
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.keyboard.press('Enter');
  };
  const signOut = async () => {
    await page.getByRole('button', { name: `${owner.name} owner` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  };
  const row = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  const dialog = page.getByRole('dialog');

  await page.goto(`${url}/account`);
  await giveThePassword();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByLabel('Your password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Your password').fill(owner.password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('region', { name: 'Recovery codes' })).toBeVisible();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(row).toContainText('Work laptop');
  await expect(row).toContainText('last used never');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Actions for Work laptop' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await dialog.getByLabel('Name').fill('Home laptop');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Home laptop');
  await page.goto(`${url}/operators`);
  await expect(page.getByRole('listitem').filter({ hasText: owner.email })).toContainText('Passkey');

  await signOut();
  await expectAccessible(page);
  await page.goto(`${url}/audit`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();

  await signOut();
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('No passkey was used');
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await giveThePassword();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use the app' })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

  await page.goto(`${url}/account`);
  await page.getByRole('button', { name: 'Actions for Home laptop' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(row).toBeHidden();
  await page.goto(`${url.replace('localhost', '127.0.0.1')}/account`);
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
  await giveThePassword();
  await expect(page.getByText('Passkeys need a host name')).toBeVisible();
});
