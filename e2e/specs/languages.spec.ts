import { expect, open, test } from '../support/test.js';

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
