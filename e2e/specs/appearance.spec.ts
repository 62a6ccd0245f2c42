import { answerPrompt } from '@gateway/contract';
import type { Locator, Page } from '@playwright/test';
import { cancelNewPrompts } from '../support/pending.js';
import { expect, open, test } from '../support/test.js';

cancelNewPrompts();

const styleOf = (locator: Locator, property: string): Promise<string> =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
const pictureOf = (page: Page) => page.locator('body > [aria-hidden=true]');

test.describe('before the scripts have loaded', () => {
  test.use({ expectedErrors: /net::ERR_FAILED|Failed to load/ });

  for (const [colorScheme, card] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(18, 22, 27)'],
  ] as const)
    test(`the page has its frame and the mark in the ${colorScheme} theme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.goto('prompts');
      const frame = pictureOf(page);
      await expect(frame.getByText('Gateway')).toBeVisible();
      await expect(frame.locator('img')).toBeVisible();
      expect(await styleOf(frame, 'background-color')).toBe(card);
      await page.setViewportSize({ width: 390, height: 800 });
      await expect(frame.getByText('Gateway')).toBeVisible();
    });
});

test('the frame of the document is hidden on a page without navigation, and covered by the navigation', async ({
  page,
}) => {
  await page.goto('no-such-page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(pictureOf(page)).toBeHidden();
  await open(page, 'prompts');
  const hit = await page.evaluate(() => document.elementFromPoint(30, 30)?.closest('aside') !== null);
  expect(hit, 'the navigation is above').toBe(true);
});

test('forced colours keep what is chosen: the page, the tab, the row, and badges', async ({ page, fixture }) => {
  const id = await fixture.ask('Is the row marked?');
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, `prompts/${id.slice(1)}?state=all`);
  const row = page.getByRole('listitem').filter({ has: page.locator('[aria-current]') });
  for (const [what, chosen] of [
    ['page', page.getByRole('navigation').getByRole('link', { name: /^Prompts/ })],
    ['tab', page.getByRole('button', { name: /^All/ })],
    ['row', row],
    ['badge', row.getByText('Pending', { exact: true })],
  ] as const)
    expect(await styleOf(chosen, 'outline-style'), what).toBe('solid');
  const other = page.getByRole('listitem').filter({ hasNot: page.locator('[aria-current]') });
  expect(await styleOf(other.first(), 'outline-style'), 'another row').toBe('none');
});

test('forced colours keep the border of a filled button and of the changes since an approval', async ({
  page,
  fixture,
}) => {
  const ask = (replicas: number) =>
    fixture.ask('Shall it scale?', {
      options: null,
      decisions: ['approve', 'reject'],
      action: { name: 'scale.forced', args: { replicas } },
    });
  const params = { id: await ask(12) };
  await fixture.operators.operator.call(answerPrompt, { params, body: { type: 'decision', value: 'approve' } });
  const id = await ask(8);
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, `prompts/${id.slice(1)}?state=all`);
  expect(await styleOf(page.getByRole('button', { name: 'New prompt' }), 'border-top-width')).toBe('1px');
  const changes = page.locator('[data-approved-before] code');
  await expect(changes).toHaveText(['replicas', '12', '8']);
  expect(await styleOf(changes.first(), 'outline-style')).toBe('solid');
});

test('a prompt on paper has its action, arguments in full and timeline in the light theme, and no navigation', async ({
  page,
  fixture,
}) => {
  const end = 'the end of the script';
  const id = await fixture.ask('Run the script?', {
    options: null,
    decisions: ['approve', 'reject'],
    action: { name: 'run', args: { script: `${'echo\n'.repeat(400)}${end}` } },
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, `prompts/${id.slice(1)}`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const part of [
    page.getByRole('heading', { name: 'Run the script?' }),
    page.getByText(id, { exact: true }).filter({ visible: true }).first(),
    page.getByRole('figure', { name: 'The agent says' }).getByText('Run the script?'),
    page.getByRole('heading', { name: 'What will be done' }),
    page.getByText(end).filter({ visible: true }),
    page.getByRole('heading', { name: 'Timeline' }),
  ])
    await expect(part).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Prompts' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancel prompt' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Send decision' })).toHaveCount(0);
  expect(await styleOf(page.locator('html'), 'background-color')).toBe('rgb(243, 244, 240)');
  const cut = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(cut, 'height of the whole page').toBeGreaterThan(2000);
});
