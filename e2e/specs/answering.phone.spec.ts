import { getPrompt } from '@gateway/contract';
import { expectAccessible } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';

test.use(phone);

test('on a phone: opens a prompt from the navigation bar, answers it and returns to the list', async ({
  page,
  fixture,
}) => {
  const id = await fixture.ask('Shall the courier wait?');
  await open(page, '');
  await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Prompts' }).tap();
  await page.getByRole('link', { name: /Shall the courier wait\?/ }).tap();
  await expect(
    page.getByRole('link', { name: /Shall the courier wait\?/ }),
    'the detail replaces the list',
  ).toBeHidden();
  await page.getByRole('radio', { name: 'Approve' }).tap();
  await page.getByRole('button', { name: 'Send answer' }).tap();
  await expect(page.getByRole('status').getByText(/Ada Lovelace answered in the console/)).toBeVisible();
  expect((await fixture.agent(getPrompt, { params: { id } })).answer).toBe('Approve');

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Prompts' })).toBeVisible();
});

test('on a phone: two taps answer a long question from its link, and no bar covers the answers', async ({
  page,
  fixture,
}) => {
  const text = `Which courier?\n\n${'The parcel has to arrive on Monday. '.repeat(80)}`;
  const id = await fixture.ask(text, { options: ['By bicycle', 'By car', 'By train', 'None of them'] });
  await open(page, `prompts/${id.slice(1)}`);
  await page.getByRole('radio', { name: 'By car' }).tap();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send answer' }).tap();
  await expect(page.getByRole('status').getByText(/Ada Lovelace answered in the console/)).toBeVisible();

  const withText = await fixture.ask(text, { options: ['A', 'B', 'C', 'D'], allow_text: true });
  await open(page, `prompts/${withText.slice(1)}`);
  await page.getByRole('textbox', { name: 'Or enter an answer' }).fill('By ship');
  const send = await page.getByRole('button', { name: 'Send answer' }).boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Main pages' }).boundingBox();
  expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.getByRole('button', { name: 'Send answer' }).tap();
  await expect(page.getByRole('status').getByText('By ship')).toBeVisible();
});

for (const [width, height] of [
  [720, 450],
  [320, 568],
] as const)
  test(`in a window of ${width} to ${height} pixels the form does not hide the question`, async ({ page, fixture }) => {
    const id = await fixture.ask('Shall the api be deployed to production?', {
      options: null,
      decisions: ['approve', 'reject', 'edit', 'respond'],
      action: { name: 'deploy', args: { service: 'api' } },
    });
    await page.setViewportSize({ width, height });
    await open(page, `prompts/${id.slice(1)}`);
    const question = page.getByRole('heading', { name: 'Shall the api be deployed to production?' });
    await expect(question).toBeInViewport({ ratio: 1 });
    const lower = await question.boundingBox();
    const form = await page.locator('[data-fixed-form]').boundingBox();
    expect(form?.y).toBeGreaterThan((lower?.y ?? 0) + (lower?.height ?? 0));
    await page.getByRole('radio', { name: 'Approve' }).tap();
    await page.getByRole('button', { name: 'Send decision' }).tap();
    await expect(page.getByRole('status').getByText(/Ada Lovelace answered in the console/)).toBeVisible();
  });

test('on a phone: the menu has the other pages and the account', async ({ page }) => {
  await open(page, 'prompts');
  await page.getByRole('button', { name: 'More', exact: true }).tap();
  const menu = page.getByRole('dialog', { name: 'Gateway' });
  await expect(menu.getByRole('button', { name: /Ada Lovelace/ })).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Audit log' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect(menu).toBeHidden();
});

test('on a phone: no page scrolls horizontally', async ({ page }) => {
  test.slow();
  for (const path of [
    '',
    'prompts/4',
    'conversations/support',
    'channels/approvals',
    'channels',
    'deliveries',
    'keys',
    'operators',
    'audit',
    'api',
  ]) {
    await open(page, path);
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overhang, path).toBe(0);
  }
});
