import { answerPrompt, getGrant, getPrompt, getRule, listGrants } from '@gateway/contract';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { askToDeploy, giveGrant, withoutGrants } from '../support/grants.js';
import { setRules } from '../support/rules.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Other specs of the worker ask about actions, too.
test.afterAll(({ fixture }) => setRules(fixture, []));

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Standing approvals' }).getByRole('listitem');
const pathOf = (promptId: string) => `prompts/${promptId.slice(1)}?state=all`;
const covers = /^deploy, with service = api and env = staging; version may differ/;

test('without standing approvals, the page says how one is given', async ({ page, fixture }) => {
  await withoutGrants(fixture);
  await open(page, 'standing-approvals', 'Standing approvals');
  await expect(page.getByText('No active standing approvals')).toBeVisible();
  await expect(page.getByText(/^A rule that asks can offer standing approvals/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Rules' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible();
});

test('with Approve for 1 h an operator also approves the next action like it, whose page names the standing approval', async ({
  page,
  fixture,
}) => {
  await withoutGrants(fixture);
  const first = await askToDeploy(fixture);
  await open(page, pathOf(first));
  // The keys of the decisions stay, and the standing approvals have the next ones.
  await page.keyboard.press('2');
  await expect(page.getByRole('radio', { name: /Reject/ })).toBeChecked();
  await page.keyboard.press('3');
  const choice = page.getByRole('radio', { name: /Approve for 1 h/ });
  await expect(choice).toBeChecked();
  await expect(choice).toHaveAccessibleDescription(/also let these run: deploy, with service = api and env = staging/);
  await expect(page.getByRole('radio', { name: /Approve for 4 h/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ada Lovelace answered in the console').first()).toBeVisible();
  const [given] = await fixture.agent(listGrants, { query: { state: 'active' } });
  expect(given).toMatchObject({ prompt_id: first, uses: 0, max_uses: 50, rule: { rule_id: 'deploys' } });

  const next = await askToDeploy(fixture, { version: 2 });
  expect(await fixture.agent(getPrompt, { params: { id: next } })).toMatchObject({ decided_by: 'grant' });
  await open(page, pathOf(next));
  await expect(page.getByText('Answered by a standing approval').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'a standing approval', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Standing approval' })).toBeVisible();
  await expect(page.getByText('1 of 50 uses')).toBeVisible();
  await expect(page.getByRole('main').getByText(covers)).toBeVisible();
  await page.getByRole('link', { name: 'Standing approvals' }).first().click();
  await expect(rows(page)).toHaveCount(1);
});

test('a standing approval is stopped with the keyboard, and is listed as ended by the operator', async ({
  page,
  fixture,
}) => {
  await withoutGrants(fixture);
  const { id, promptId } = await giveGrant(fixture);
  await open(page, 'standing-approvals');
  const row = rows(page).first();
  await expect(row.getByRole('heading')).toHaveText(covers);
  for (const text of ['Ada Lovelace', '0 of 50 uses', 'Never', /key “/])
    await expect(row.getByText(text)).toBeVisible();
  await expect(row.getByRole('link', { name: 'deploys', exact: true })).toHaveAttribute('href', /\/rules$/);
  await expect(row.getByRole('link', { name: promptId })).toHaveAttribute('href', /\/prompts\/\d+$/);
  // Another use is shown while the page is open.
  await askToDeploy(fixture, { version: 3 });
  await expect(row.getByText('1 of 50 uses')).toBeVisible();

  await row.getByRole('button', { name: /^Stop: deploy/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Stop this standing approval?' });
  await expect(dialog.getByText(covers)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: /^Stop/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Stop', exact: true }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('No active standing approvals')).toBeVisible();
  expect(await fixture.agent(getGrant, { params: { id } })).toMatchObject({ ended_reason: 'stopped' });

  await page.getByRole('button', { name: 'Ended' }).click();
  await expect(page).toHaveURL(/\?state=ended$/);
  await expect(rows(page).first().getByText('Ada Lovelace stopped it')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ended' })).toHaveAttribute('aria-pressed', 'true');
  await open(page, 'audit', 'Audit log');
  await expect(page.getByText(/ended standing approval/).first()).toBeVisible();
  await expect(page.getByText(/gave standing approval/).first()).toBeVisible();
});

test('with a policy a vote says for how long it approves, and all who gave the standing approval are named', async ({
  page,
  fixture,
}) => {
  await withoutGrants(fixture, 'two-for-deployments');
  const id = await askToDeploy(fixture);
  await open(page, pathOf(id));
  await page.getByRole('radio', { name: /Approve for 1 h/ }).check();
  await page.getByRole('button', { name: 'Send vote' }).click();
  await expect(page.getByText(/^Your vote counts: .*Approve for 1 h/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Votes' }).getByText(/Approve for 1 h/)).toBeVisible();
  await expectAccessible(page);
  const body = { type: 'decision', value: 'approve', grant_sec: 14_400 } as const;
  await fixture.operators.operator.call(answerPrompt, { params: { id }, body });
  await open(page, 'standing-approvals');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByText(/^(Ada Lovelace and Grace Hopper|Grace Hopper and Ada Lovelace)$/)).toBeVisible();
  await expect(rows(page).getByText(/^in 59 min/)).toBeVisible();
});

test('a change of the rule ends a standing approval, and the page says why', async ({ page, fixture }) => {
  await withoutGrants(fixture);
  const { id } = await giveGrant(fixture);
  const answered = await askToDeploy(fixture, { version: 2 });
  await open(page, pathOf(answered));
  await expect(page.getByText('Not used yet')).toBeVisible();
  await open(page, `standing-approvals/${id}`);
  await expect(page.getByRole('button', { name: /^Stop/ })).toBeVisible();
  await setRules(fixture, []);
  await expect(page.getByText(/changed or deleted/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0);
  await open(page, pathOf(answered));
  await expect(page.getByText(/^The standing approval that gave it has ended/)).toBeVisible();
});

test('the dialog of a rule offers standing approvals, and its preview says what one covers', async ({
  page,
  fixture,
}) => {
  await setRules(fixture, []);
  await open(page, 'rules', 'Rules');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Id', { exact: true }).fill('deploys');
  await dialog.getByRole('textbox', { name: 'Actions' }).fill('deploy');
  await dialog.getByRole('checkbox', { name: 'Offer standing approvals' }).check();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const same = dialog.getByLabel('Arguments that must be equal');
  await expect(same).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByText('Must name at least one argument.')).toBeVisible();
  await same.fill('service\nenv');
  await dialog.getByLabel('Longest time', { exact: true }).fill('9');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByLabel('Longest time', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Longest time', { exact: true }).fill('4');
  await dialog.getByLabel('Most uses').fill('20');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await preview.getByLabel('Arguments').fill('{"service": "api", "env": "staging", "version": 1}');
  await expect(preview.getByText(covers)).toBeVisible();
  await preview.getByLabel('Arguments').fill('{"service": "api"}');
  await expect(preview.getByText(/^No standing approval is offered for this example/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    page.getByText('Standing approvals are offered for up to 4 hours and 20 uses', { exact: false }),
  ).toBeVisible();
  const { call } = fixture.operators.owner;
  const grants = { max_sec: 14_400, same: ['service', 'env'], max_uses: 20 };
  expect(await call(getRule, { params: { id: 'deploys' } })).toMatchObject({ then: { grants } });

  await page.getByRole('button', { name: 'Actions for deploys' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  await expect(dialog.getByLabel('Most uses')).toHaveValue('20');
  await dialog.getByLabel('Verdict').selectOption({ label: 'Allow at once' });
  await expect(dialog.getByRole('checkbox', { name: 'Offer standing approvals' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await call(getRule, { params: { id: 'deploys' } })).toMatchObject({
    then: { verdict: 'allow', grants: null },
  });
});

test.describe('a viewer', () => {
  test.use({ as: 'viewer' });

  test('reads standing approvals and has no button that stops one', async ({ page, fixture }) => {
    await withoutGrants(fixture);
    const { id } = await giveGrant(fixture);
    await open(page, 'standing-approvals');
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0);
    await open(page, `standing-approvals/${id}`);
    await expect(page.getByText('0 of 50 uses')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0);
  });
});

test.describe('a standing approval that does not exist', () => {
  test.use({ expectedErrors: /404/ });

  test('is reported as not found, with a link to the list', async ({ page }) => {
    await open(page, 'standing-approvals/00000000-0000-4000-8000-000000000000');
    await expect(page.getByText('Standing approval not found')).toBeVisible();
    await page.getByRole('link', { name: 'Show all standing approvals' }).click();
    await expect(page).toHaveURL(/\/standing-approvals$/);
  });
});

test('standing approvals are called Dauerfreigaben in German', async ({ page, fixture }) => {
  await withoutGrants(fixture);
  await giveGrant(fixture);
  await page.addInitScript(() => localStorage.setItem('language', 'de'));
  await open(page, 'standing-approvals', 'Dauerfreigaben');
  await expect(page.getByText('0 von 50 Verwendungen')).toBeVisible();
  await page.getByRole('button', { name: /^Beenden: deploy/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Diese Dauerfreigabe beenden?' });
  await dialog.getByRole('button', { name: 'Beenden', exact: true }).click();
  await page.getByRole('button', { name: 'Beendet', exact: true }).click();
  await expect(page.getByText('Ada Lovelace hat sie beendet').first()).toBeVisible();
  await expectAccessible(page);
});

for (const [name, window] of Object.entries({ desktop: { viewport: { width: 1280, height: 900 } }, phone })) {
  test.describe(`on a ${name}`, () => {
    test.use(window);
    test('standing approvals render in both themes without axe violations', async ({ page, fixture }) => {
      await withoutGrants(fixture);
      const { id } = await giveGrant(fixture, {
        service: 'a-service-with-a-name-that-is-longer-than-a-line-on-a-phone',
      });
      const { id: other } = await giveGrant(fixture);
      const pending = await askToDeploy(fixture, { env: 'production' });
      const views = {
        'standing-approvals': 'standing-approvals?state=all',
        'standing-approval': `standing-approvals/${id}`,
        'standing-approval-offered': pathOf(pending),
        'standing-approval-answered': pathOf(await askToDeploy(fixture, { version: 4 })),
      };
      for (const colorScheme of ['light', 'dark'] as const) {
        const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        const screenshot = (of: string, fullPage: boolean) =>
          page.screenshot({ path: `test-results/screenshots/${of}-${name}-${colorScheme}.png`, fullPage });
        await page.emulateMedia({ colorScheme });
        for (const [view, path] of Object.entries(views)) {
          await open(page, path);
          await screenshot(view, true);
          expect(await overflow()).toBeLessThanOrEqual(0);
          await expectAccessible(page);
          await expectReadable(page);
        }
        await open(page, `standing-approvals/${other}`);
        await page.getByRole('button', { name: /^Stop/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await screenshot('standing-approval-stop', false);
        await expectAccessible(page);
        await open(page, 'rules');
        await page.getByRole('button', { name: 'Actions for deploys' }).click();
        await page.getByRole('menuitem', { name: 'Change' }).click();
        const offer = page.getByRole('checkbox', { name: 'Offer standing approvals' });
        await offer.scrollIntoViewIfNeeded();
        await screenshot('rule-standing-approvals', false);
        expect(await overflow()).toBeLessThanOrEqual(0);
        await expectAccessible(page);
      }
    });
  });
}
