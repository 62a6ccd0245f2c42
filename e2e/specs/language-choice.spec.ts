import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { expect, open, test } from '../support/test.js';

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

test('an operator chooses German on the account page, which stays until the language of the browser is chosen', async ({
  page,
  context,
}) => {
  await open(page, 'account', 'Account');
  const language = page.getByLabel('Show the console in');
  await expect(language).toHaveValue('');
  await expect(language).toContainText('Browser’s language (English)');
  const dialog = page.getByRole('dialog', { name: 'Change the language to Deutsch?' });
  await language.selectOption('Deutsch');
  await expect(dialog).toContainText('Text that is not saved or sent is lost');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(language).toHaveValue('');
  await language.selectOption('Deutsch');
  await dialog.getByRole('button', { name: 'Change language' }).click();

  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Konto');
  expect(await languageOf(page)).toBe('de');
  await page.reload();
  await expect(heading).toHaveText('Konto');
  await expect(page.getByRole('button', { name: 'Passwort ändern' })).toBeVisible();
  // The texts of lib, and dates.
  await expect(page.getByText('Inhaber', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/Jetzt: \d+\.\d+\.\d+/)).toBeVisible();
  await expectAccessible(page);

  const signedIn = await context.cookies();
  await context.clearCookies();
  await page.goto('login');
  await expect(heading).toHaveText('Anmelden');
  expect(await languageOf(page)).toBe('de');
  await context.addCookies(signedIn);

  await open(page, 'account', 'Konto');
  await page.getByLabel('Sprache der Konsole').selectOption('Sprache des Browsers (English)');
  await page.getByRole('button', { name: 'Sprache umstellen' }).click();
  await expect(heading).toHaveText('Account');
  await expect(language).toHaveValue('');
  expect(await languageOf(page)).toBe('en');
});

test.describe('a browser in German', () => {
  test.use({ as: null, locale: 'de-DE' });

  test('shows the sign-in page in German, which has a choice of the language', async ({ page }) => {
    await page.goto('login');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Anmelden');
    await expectAccessible(page);
    await page.getByLabel('Sprache').selectOption('English');
    await expect(heading).toHaveText('Sign in');
    await expect(page.getByLabel('Language')).toHaveValue('en');
  });
});

test.describe('a prompt in a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('a German browser shows texts, numbers and times in German', async ({ page, fixture }) => {
    const action = { name: 'note', args: { text: 'x'.repeat(1500) } };
    const id = await fixture.ask('Alles in Ordnung?', { options: null, decisions: ['approve', 'reject'], action });
    await open(page, `prompts/${id.slice(1)}`);
    const main = page.getByRole('main');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(main.getByRole('button', { name: 'Entscheidung senden' })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Alle 1.500 Zeichen anzeigen' })).toBeVisible();
    // The texts and the locale of `lib` are evaluated early.
    await expect(main.getByText('Offen', { exact: true }).last()).toBeVisible();
    await expect(main.getByText(/^erstellt (?:jetzt|vor \d+ Sek\.)/).last()).toBeVisible();
  });
});
