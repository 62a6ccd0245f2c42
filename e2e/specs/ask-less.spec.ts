import { answerPrompt, getRule, listRules } from '@gateway/contract';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import type { Fixture } from '../support/fixture.js';
import { setRules } from '../support/rules.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const cardOf = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name }) });

/** The owner approves an action several times. */
async function approve({ ask, operators }: Fixture, name: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const id = await ask('Do it?', {
      options: null,
      decisions: ['approve', 'reject'],
      action: { name, args: { service: 'api' } },
    });
    await operators.owner.call(answerPrompt, { params: { id }, body: { type: 'decision', value: 'approve' } });
  }
}

test.beforeAll(async ({ fixture }) => {
  await setRules(fixture, []);
  await approve(fixture, 'deploy.preview', 50);
  await approve(fixture, 'cache.clear', 20);
});
test.afterAll(({ fixture }) => setRules(fixture, []));

test('what is always approved opens the dialog with a draft, which only Add stores', async ({ page, fixture }) => {
  const { call } = fixture.operators.owner;
  await open(page, '');
  const card = cardOf(page, 'Ask less');
  await expect(card.getByRole('listitem')).toContainText([
    'deploy.preview: asked 50 times in 30 days, approved every time.',
    'cache.clear: asked 20 times in 30 days, approved every time.',
  ]);
  await expectAccessible(page);
  await card.getByRole('link', { name: 'Write a rule for cache.clear' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Actions' })).toHaveValue('cache.clear');
  await expect(dialog.getByRole('checkbox', { name: /^Offer standing approvals/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await card.getByRole('link', { name: 'Write a rule for deploy.preview' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Verdict' })).toHaveValue('allow');
  // The draft is compared with past actions at once.
  await expect(dialog.getByRole('list', { name: 'Actions with another verdict' })).toContainText('deploy.preview');
  await expectAccessible(page);
  expect(await call(listRules, {})).toEqual([]);
  await expect(dialog.getByLabel('Id', { exact: true })).toHaveValue('deploy.preview');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await call(getRule, { params: { id: 'deploy.preview' } })).toMatchObject({
    actions: ['deploy.preview'],
    then: { verdict: 'allow' },
  });
  // A rule allows it now.
  await open(page, '');
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await setRules(fixture, []);
});

test('an action that a rule denies is not suggested, and the card can be hidden', async ({ page, fixture }) => {
  await setRules(fixture, [{ rule_id: 'no-previews', actions: ['deploy.*'], then: { verdict: 'deny' } }]);
  await open(page, '');
  const card = cardOf(page, 'Ask less');
  await expect(card.getByRole('listitem')).toContainText(['cache.clear']);
  await setRules(fixture, []);
  await card.getByRole('button', { name: 'Hide' }).click();
  await expect(card).toBeHidden();
  await page.reload();
  await expect(page.getByRole('table', { name: 'By action' })).toBeVisible();
  await expect(card).toBeHidden();
});

test('the table of actions warns of answers in less than two seconds, for the action and the person', async ({
  page,
}) => {
  await open(page, '');
  const table = page.getByRole('table', { name: 'By action' });
  const rows = table.getByRole('rowgroup').filter({ hasText: 'deploy.preview' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all()) await expect(row).toContainText('Answered in under 2 s: 100%: probably not read');
  await expect(rows.first().getByRole('cell')).toContainText(['50', '50', '0', '0', '0', '0', '100%', /s$/]);
  await expectAccessible(page);
});

test('the card and the table are in German', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'de'));
  await open(page, '');
  await expect(cardOf(page, 'Weniger fragen')).toContainText(
    'deploy.preview: in 30 Tagen 50 Mal gefragt, jedes Mal genehmigt.',
  );
  await expect(page.getByRole('table', { name: 'Nach Aktion' })).toContainText('wahrscheinlich nicht gelesen');
});

test.describe('an operator who is no owner', () => {
  test.use({ as: 'operator' });

  test('sees the table of actions and no card, because only owners write rules', async ({ page }) => {
    await open(page, '');
    await expect(page.getByRole('table', { name: 'By action' })).toBeVisible();
    await expect(cardOf(page, 'Ask less')).toBeHidden();
    await open(page, 'rules?draft=deploy.preview&verdict=allow', 'Rules');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test.describe('phone', () => {
  test.use(phone);

  test('the card and the table fit on a phone', async ({ page }) => {
    await open(page, '');
    await expect(cardOf(page, 'Ask less')).toBeVisible();
    await expect(page.getByRole('table', { name: 'By action' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  });
});
