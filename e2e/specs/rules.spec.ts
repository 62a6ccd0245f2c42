import { getRule, listRules } from '@gateway/contract';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import type { Fixture } from '../support/fixture.js';
import { setRules, type NewRule } from '../support/rules.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Other specs of the worker ask about actions, too.
test.afterAll(({ fixture }) => setRules(fixture, []));

const idsOf = async ({ operators }: Fixture) =>
  (await operators.owner.call(listRules, {})).map(({ rule_id }) => rule_id);

const three: readonly NewRule[] = [
  { rule_id: 'reads', actions: ['*.read'], then: { verdict: 'allow' } },
  { rule_id: 'drops', actions: ['db.drop'], then: { verdict: 'deny', reason: 'Drop tables by hand.' } },
  {
    rule_id: 'deploys',
    actions: ['deploy', 'deploy.*'],
    when: 'action.args.env == "prod"',
    then: { verdict: 'ask', channels: ['approvals'], ttl_sec: 900, title: 'Deploy {{args.service}}' },
  },
];

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Rules' }).getByRole('listitem');

test('without rules, the page says what happens', async ({ page, fixture }) => {
  await setRules(fixture, []);
  await open(page, 'rules', 'Rules');
  await expect(page.getByText('No rules yet')).toBeVisible();
  await expect(page.getByText(/^Without rules, people are asked about every action/)).toBeVisible();
  await expectAccessible(page);
});

test('an owner adds a rule with a preview, changes and deletes it', async ({ page, fixture }) => {
  const { call } = fixture.operators.owner;
  await setRules(fixture, [{ rule_id: 'reads', actions: ['*.read'], then: { verdict: 'allow' } }]);
  await open(page, 'rules', 'Rules');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Id', { exact: true }).fill('payments');
  await dialog.getByRole('textbox', { name: 'Actions' }).fill('pay\npay.*');
  await dialog.getByLabel(/^Condition/).fill('action.args.amount > 100');
  await dialog.getByRole('combobox', { name: 'Channels' }).click();
  await dialog.getByRole('option', { name: /approvals/ }).click();
  await dialog.getByLabel(/^Expires after/).fill('30');
  await dialog.getByLabel(/^Title/).fill('Pay {{args.customer}}');
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await dialog.getByLabel('Argument of field 1').fill('customer');
  await dialog.getByLabel('Label of field 1').fill('Customer');
  await dialog.getByLabel(/^Names of field 1/).fill('cus_1 = ACME');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByLabel('Example action')).toHaveValue('pay');
  await preview.getByLabel('Arguments').fill('{"customer": "cus_1", "amount": 250}');
  await expect(preview.getByText('People are asked. This rule decides.')).toBeVisible();
  await expect(preview.locator('pre')).toContainText('Pay cus_1');
  await expect(preview.locator('pre')).toContainText('cus_1 (ACME)');
  await preview.getByLabel('Arguments').fill('{"customer": "cus_1", "amount": 50}');
  await expect(preview.getByText(/No rule matches/)).toBeVisible();
  await preview.getByLabel('Example action').fill('mail.read');
  await expect(preview.getByText('It is allowed. The rule reads decides first.')).toBeVisible();
  await preview.getByLabel('Arguments').fill('{"amount"');
  await expect(preview.getByRole('alert')).toContainText('Enter a JSON object');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rows(page).nth(1)).toContainText('People are asked in approvals.');
  await expect(rows(page).nth(1)).toContainText('The prompt expires after 30 minutes at the latest.');
  expect(await call(getRule, { params: { id: 'payments' } })).toMatchObject({
    actions: ['pay', 'pay.*'],
    when: 'action.args.amount > 100',
    then: {
      verdict: 'ask',
      channels: ['approvals'],
      ttl_sec: 1800,
      fields: [{ path: 'customer', label: 'Customer', as: 'text', names: { cus_1: 'ACME' } }],
    },
  });

  await page.getByRole('button', { name: 'Actions for payments' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  await expect(dialog.getByLabel('Id', { exact: true })).toHaveCount(0);
  await dialog.getByLabel('Verdict').selectOption({ label: 'Deny at once' });
  await dialog.getByLabel(/^Reason/).fill('Not today');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rows(page).nth(1)).toContainText('The action is denied at once, with the reason “Not today”.');
  await page.getByRole('button', { name: 'Actions for payments' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test.describe('with errors of the API', () => {
  test.use({ expectedErrors: /400/ });

  test('the dialog shows them at their fields, and the preview with the place in the condition', async ({
    page,
    fixture,
  }) => {
    await setRules(fixture, []);
    await open(page, 'rules');
    await page.getByRole('button', { name: 'Add rule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByLabel('Id', { exact: true })).toBeFocused();
    await expect(dialog.getByRole('textbox', { name: 'Actions' })).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Id', { exact: true }).fill('broken');
    await dialog.getByRole('textbox', { name: 'Actions' }).fill('deploy');
    await dialog.getByLabel(/^Condition/).fill('action.args.env ==');
    await expect(dialog.getByRole('region', { name: 'Preview' }).getByRole('alert')).toContainText(/when/);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByLabel(/^Condition/)).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
  });
});

test('rules are moved with the keyboard: the focus stays, and the place is said', async ({ page, fixture }) => {
  await setRules(fixture, three);
  await open(page, 'rules', 'Rules');
  const up = page.getByRole('button', { name: 'Move up: deploys' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('deploys is now 2 of 3')).toBeAttached();
  await expect(rows(page).nth(1)).toContainText('deploys');
  await expect(up).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('deploys is now 1 of 3')).toBeAttached();
  await expect(up).toBeFocused();
  await expect(up).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => idsOf(fixture)).toEqual(['deploys', 'reads', 'drops']);
  await page.getByRole('button', { name: 'Move down: deploys' }).press('Enter');
  await expect.poll(() => idsOf(fixture)).toEqual(['reads', 'deploys', 'drops']);
  await expectAccessible(page);
});

test('a rule is moved by dragging', async ({ page, fixture }) => {
  await setRules(fixture, three);
  await open(page, 'rules', 'Rules');
  const grip = page.locator('[data-grip=reads]');
  const from = await grip.boundingBox();
  const to = await rows(page).last().boundingBox();
  if (!from || !to) throw new Error('The rows are not on the screen.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, to.y + to.height - 5, { steps: 8 });
  await page.mouse.up();
  await expect(rows(page).last()).toContainText('reads');
  await expect.poll(() => idsOf(fixture)).toEqual(['drops', 'deploys', 'reads']);
});

test.describe('when the order is refused', () => {
  test.use({ expectedErrors: /409/ });

  test('the rules are put back', async ({ page, fixture }) => {
    await setRules(fixture, three);
    await open(page, 'rules', 'Rules');
    const detail = 'The rules have changed.';
    await page.route('**/v1/rules/order', (route) =>
      route.fulfill({ status: 409, json: { detail, code: 'conflict', retryable: false } }),
    );
    await page.getByRole('button', { name: 'Move up: deploys' }).click();
    await expect(page.getByText(`The order was not stored. ${detail}`)).toBeVisible();
    await expect(rows(page).nth(2)).toContainText('deploys');
  });
});

test('the rules and a draft are compared with past actions', async ({ page, fixture }) => {
  await setRules(fixture, []);
  const action = { name: 'shop.read', args: { item: 'A1' } };
  for (let count = 0; count < 3; count += 1)
    await fixture.ask('Read the shop?', { action, options: [], decisions: ['approve', 'reject'] });
  await open(page, 'rules', 'Rules');
  await page.getByRole('button', { name: 'Try against past actions' }).click();
  await expect(page.getByText(/^Of \d+ actions in 30 days: .*\d asked; until now .*\d asked/)).toBeVisible();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Actions' }).fill('shop.*');
  await dialog.getByLabel('Verdict').selectOption({ label: 'Allow at once' });
  await dialog.getByRole('button', { name: 'Try against past actions' }).click();
  await expect(dialog.getByText(/^Of \d+ actions in 30 days: 3 allowed/)).toBeVisible();
  const changed = dialog.getByRole('list', { name: 'Actions with another verdict' }).getByRole('listitem');
  await expect(changed.filter({ hasText: 'shop.read' })).toContainText(/asked.*allowed.*3/);
});

test('rules of a configuration file come first, name the file, and cannot be moved', async ({ page, fixture }) => {
  await setRules(fixture, three);
  const [own] = await fixture.operators.owner.call(listRules, {});
  const ofFile = { ...own, rule_id: 'from-file', position: -10, managed_by: 'gateway.yaml' };
  await page.route(/\/v1\/rules(\?|$)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: [ofFile, ...((await response.json()) as object[])] });
  });
  await open(page, 'rules', 'Rules');
  const first = rows(page).first();
  await expect(first).toContainText('from-file');
  await expect(first.getByText('Managed by gateway.yaml')).toBeVisible();
  await expect(first.locator('[data-grip]')).toHaveCount(0);
  for (const name of ['Move up: from-file', 'Move down: from-file', 'Actions for from-file'])
    await expect(page.getByRole('button', { name })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Move up: reads' })).toBeDisabled();
  await page.getByRole('button', { name: 'Move down: reads' }).click();
  await expect(page.getByText('reads is now 3 of 4')).toBeAttached();
  await expect.poll(() => idsOf(fixture)).toEqual(['drops', 'reads', 'deploys']);
  await expectAccessible(page);
});

test.describe('a viewer', () => {
  test.use({ as: 'viewer' });

  test('reads rules and compares them, and cannot change or move them', async ({ page, fixture }) => {
    await setRules(fixture, three);
    await open(page, 'rules');
    for (const name of ['Add rule', 'Move down: reads', 'Actions for reads'])
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Try against past actions' }).click();
    await expect(page.getByText(/in 30 days/).last()).toBeVisible();
  });
});

for (const [name, window] of Object.entries({ desktop: { viewport: { width: 1280, height: 900 } }, phone })) {
  test.describe(`on a ${name}`, () => {
    test.use(window);
    test('the rules and their dialog render in both themes without axe violations', async ({ page, fixture }) => {
      const when = 'action.args.amount > 100 && action.args.env == "production-europe-west" && key.name == "deployer"';
      const long = 'a-rule-with-a-name-that-is-as-long-as-names-can-be-on-this-page';
      const then = { verdict: 'ask' as const, fields: [{ path: 'customer.id', label: 'Customer' }] };
      await setRules(fixture, [...three, { rule_id: long, actions: [`${long}.*`, 'pay'], when, then }]);
      for (const colorScheme of ['light', 'dark'] as const) {
        const screenshot = (of: string) =>
          page.screenshot({ path: `test-results/screenshots/${of}-${name}-${colorScheme}.png` });
        const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await page.emulateMedia({ colorScheme });
        await open(page, 'rules');
        await screenshot('rules');
        expect(await overflow()).toBeLessThanOrEqual(0);
        await expectAccessible(page);
        await expectReadable(page);
        await page.getByRole('button', { name: `Actions for ${long}` }).click();
        await page.getByRole('menuitem', { name: 'Change' }).click();
        const preview = page.getByRole('dialog').getByRole('region', { name: 'Preview' });
        await expect(preview.locator('pre')).toBeVisible();
        await screenshot('rule');
        expect(await overflow()).toBeLessThanOrEqual(0);
        await preview.scrollIntoViewIfNeeded();
        await screenshot('rule-preview');
        await expectAccessible(page);
      }
    });
  });
}
