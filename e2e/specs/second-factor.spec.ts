import { createHmac } from 'node:crypto';
import { test as base, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { startBareGateway } from '../support/fixture.js';
import { createOperators, type TestOperator } from '../support/operators.js';

/** A gateway of its own, because a second factor changes how an operator signs in. */
const test = base.extend<{ readonly console: { readonly url: string; readonly owner: TestOperator } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  console: async ({}, use) => {
    const { gateway, close } = await startBareGateway({
      USE_AUTH: 'true',
      GATEWAY_API_KEY: 'a key of the browser tests',
    });
    const { owner } = await createOperators(gateway.url, await gateway.setUpLink());
    await use({ url: `${gateway.url}/console`, owner });
    await close();
  },
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows (RFC 6238). */
function codeOf(secret: string, ms = Date.now()): string {
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  return String((hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** Holds the replies to reads of the session until the returned function is called. */
async function holdReadsOfTheSession(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/console/session', async (route) => {
    if (route.request().method() !== 'GET') return await route.fallback();
    const response = await route.fetch();
    await released;
    // The page may have ended the request.
    await route.fulfill({ response }).catch(() => {});
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

test('an owner sets up an authenticator app, signs in with codes, and removes it', async ({
  page,
  console: { url, owner },
}) => {
  const giveThePassword = async () => {
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.keyboard.press('Enter');
  };
  await page.goto(`${url}/account`);
  await giveThePassword();
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(owner.password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const secret = await dialog.locator('code').innerText();
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('The code is not right.');
  // The code of the step before, so that the sign-in below can use the present one.
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, Date.now() - 30_000));
  await page.keyboard.press('Enter');
  const [first = ''] = (await dialog.getByRole('region', { name: 'Recovery codes' }).innerText()).split('\n');
  expect(first).toMatch(/^(?:\w{4}-){3}\w{4}$/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await page.goto(`${url}/operators`);
  await expect(page.getByRole('listitem').filter({ hasText: owner.email })).toContainText('Authenticator app');

  const signOut = async () => {
    await page.goto(`${url}/account`);
    await page.getByRole('button', { name: new RegExp(owner.name) }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  };
  await signOut();
  await page.goto(`${url}/audit`);
  await giveThePassword();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The code is not right');
  // A reload keeps the step.
  await page.reload();
  await page.getByLabel('Code').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();

  await signOut();
  // A reply from before the step must not end it, however late it comes.
  const release = await holdReadsOfTheSession(page);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await giveThePassword();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await release();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await giveThePassword();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(first);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

  await page.goto(`${url}/account`);
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove app' }).click();
  await dialog.getByLabel('Your password').fill(owner.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible();
});
