import type { Browser, Page } from '@playwright/test';
import { deleteSavedView, listSavedViews, type Role } from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import type { Fixture } from '../support/fixture.js';
import { signInAgain } from '../support/operators.js';
import { expect, open, test } from '../support/test.js';
import { limitMs } from '../support/limits.js';

test.afterEach(async ({ fixture }) => {
  const { owner, viewer } = fixture.operators;
  for (const { call } of [owner, viewer])
    for (const { id } of await call(listSavedViews, {})) await call(deleteSavedView, { params: { id } });
});

const choose = async (page: Page, button: string | RegExp, item: string) => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menu').getByText(item, { exact: true }).click();
};

async function save(page: Page, name: string): Promise<void> {
  await choose(page, 'Views', 'Save view');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  const field = dialog.getByLabel('Name');
  await field.fill(name);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeVisible();
}

/** The page Audit log of an operator in another browser. */
async function auditElsewhere(browser: Browser, { gateway, operators }: Fixture, role: Role): Promise<Page> {
  const context = await browser.newContext({ baseURL: `${gateway.url}/console/` });
  await context.addCookies([(await signInAgain(gateway.url, operators[role])).cookie]);
  const page = await context.newPage();
  await open(page, 'audit');
  return page;
}

/** The names in the menu of the views, which is then closed. */
async function namesIn(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByText(/^(Saved in your account|No saved views)$/)).toBeVisible();
  const names = await page.getByRole('menuitemradio').allTextContents();
  await page.keyboard.press('Escape');
  return names;
}

test('a view of the deliveries is saved, found after a reload, chosen, renamed and deleted', async ({ page }) => {
  await open(page, 'deliveries');
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByText('Set a filter to save a view')).toBeVisible();
  await page.keyboard.press('Escape');

  await open(page, 'deliveries?state=dead&status=5xx');
  await choose(page, 'Views', 'Save view');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Failed by receiver');
  await page.keyboard.press('Enter');
  const active = page.getByRole('button', { name: 'View: Failed by receiver' });
  await expect(active).toBeVisible();

  await open(page, 'deliveries');
  await expect(active).toBeHidden();
  await page.getByRole('button', { name: 'Views' }).click();
  await expectReadable(page);
  await page.getByRole('menuitemradio', { name: 'Failed by receiver' }).click();
  await expect(page).toHaveURL(/deliveries\?state=dead&status=5xx$/);
  await expect(active).toBeVisible();

  await choose(page, 'View: Failed by receiver', 'Rename');
  await page.getByRole('dialog').getByLabel('Name').fill('Receiver down');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await choose(page, 'View: Receiver down', 'Delete');
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByText('No saved views')).toBeVisible();
  await expect(page).toHaveURL(/deliveries\?state=dead&status=5xx$/);
});

test('a view has the order of the list', async ({ page }) => {
  await open(page, 'deliveries?order=oldest');
  await save(page, 'Oldest');
  await open(page, 'deliveries');
  await choose(page, 'Views', 'Oldest');
  await expect(page).toHaveURL(/deliveries\?order=oldest$/);
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending');
  await open(page, 'audit?order=oldest');
  await save(page, 'From the beginning');
  await open(page, 'audit');
  await choose(page, 'Views', 'From the beginning');
  await expect(page.getByLabel('Order')).toHaveValue('oldest');
});

test('the link of a view leads to its filter, without the open record', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, 'prompts/2?state=all&q=deploy');
  await save(page, 'Deployments');
  await choose(page, 'View: Deployments', 'Copy link');
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.pathname).toBe('/console/prompts');
  expect(Object.fromEntries(link.searchParams)).toEqual({ state: 'all', q: 'deploy' });
  await page.goto(link.href);
  await expect(page.getByRole('button', { name: 'View: Deployments' })).toBeVisible();
});

test('a name that exists replaces its view, and the palette finds views', async ({ page }) => {
  await open(page, 'audit?action=key.created');
  await save(page, 'Key changes');
  await open(page, 'audit?action=key.revoked');
  await choose(page, 'Views', 'Save view');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('Key changes');
  await expect(dialog.getByText('A view with this name exists. It is replaced.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByRole('button', { name: 'View: Key changes' })).toBeVisible();

  await open(page, 'channels');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('key changes');
  await page.getByRole('option', { name: 'Key changes' }).click();
  await expect(page).toHaveURL(/audit\?action=key\.revoked$/);
});

test('a chosen view unselects the deliveries of the list before', async ({ page }) => {
  await open(page, 'deliveries?state=dead');
  await save(page, 'Failed ones');
  await open(page, 'deliveries?channel=approvals');
  await page.getByRole('checkbox').first().check();
  const clear = page.getByRole('button', { name: 'Clear selection' });
  await expect(clear).toBeVisible();
  await choose(page, 'Views', 'Failed ones');
  await expect(page.getByRole('button', { name: 'View: Failed ones' })).toBeVisible();
  await expect(clear).toBeHidden();
});

test('the name of the active view fits the narrowest list of prompts', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await open(page, 'prompts?state=all');
  await save(page, 'Everything of the release team');
  const box = async (name: string) => (await page.getByRole('button', { name }).boundingBox()) ?? { x: NaN, width: 0 };
  const list = (await page.getByRole('region', { name: 'Prompts' }).boundingBox()) ?? { x: NaN, width: 0 };
  for (const name of ['View: Everything of the release team', 'New prompt']) {
    const { x, width } = await box(name);
    expect(x + width).toBeLessThan(list.x + list.width);
  }
});

test('a view is seen in another browser of the operator, and by no other operator', async ({
  page,
  browser,
  fixture,
}) => {
  await open(page, 'audit?action=key.created');
  await save(page, 'Key changes');
  const other = await auditElsewhere(browser, fixture, 'owner');
  expect(await namesIn(other)).toEqual(['Key changes']);
  const viewer = await auditElsewhere(browser, fixture, 'viewer');
  expect(await namesIn(viewer)).toEqual([]);
  await open(viewer, 'audit?action=key.revoked');
  await save(viewer, 'Revoked');

  await other.getByRole('button', { name: 'Views' }).click();
  await other.getByRole('menuitemradio', { name: 'Key changes' }).click();
  await choose(other, 'View: Key changes', 'Rename');
  await other.getByRole('dialog').getByLabel('Name').fill('Keys');
  await other.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(other.getByRole('button', { name: 'View: Keys' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'View: Key changes' })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByRole('button', { name: 'View: Keys' })).toBeVisible();
  await other.context().close();
  await viewer.context().close();
});

test.describe('when requests fail', () => {
  test.use({ expectedErrors: /status of 50[03]/ });
  const views = '**/console/session/views';
  const json = { detail: 'The database cannot be used right now.', code: 'unavailable', retryable: true };

  test('a view stays unsaved with the reason in the dialog, and unchanged with the reason in a notice', async ({
    page,
  }) => {
    await open(page, 'audit?action=key.created');
    await page.route(`${views}**`, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, json }),
    );
    await choose(page, 'Views', 'Save view');
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').fill('Keys');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText(json.detail);
    await expectAccessible(page);
    await page.unroute(`${views}**`);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'View: Keys' })).toBeVisible();

    await page.route(`${views}/*`, (route) => route.fulfill({ status: 503, json }));
    await choose(page, 'View: Keys', 'Delete');
    await expect(page.getByText(json.detail)).toBeVisible();
    await expect(page.getByRole('button', { name: 'View: Keys' })).toBeVisible();
  });

  test('the menu says that the views could not be loaded, and loads them again', async ({ page }) => {
    await page.route(views, (route) => route.fulfill({ status: 500, json }));
    await open(page, 'audit?action=key.created');
    await page.getByRole('button', { name: 'Views' }).click();
    await expect(page.getByText(`The views could not be loaded. ${json.detail}`)).toBeVisible({
      timeout: limitMs(15_000),
    });
    await expect(page.getByText('Save view')).toBeHidden();
    await page.unroute(views);
    await page.getByRole('menuitem', { name: 'Try again' }).click();
    await save(page, 'Keys');
  });
});

test.describe('on a phone', () => {
  test.use(phone);

  test('views of each list are saved and chosen, and fit the window', async ({ page }, info) => {
    const name = 'Everything that I look at each morning before the others come';
    for (const [list, filter] of [
      ['prompts', 'state=all'],
      ['deliveries', 'state=dead'],
      ['audit', 'action=key.created'],
    ] as const) {
      await open(page, `${list}?${filter}`);
      await save(page, name.slice(0, 60));
      await page.getByRole('button', { name: /^View: Everything/ }).click();
      await expect(page.getByRole('menuitemradio', { checked: true })).toBeVisible();
      await expectReadable(page);
      await page.screenshot({ path: info.outputPath(`${list}.png`) });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toBeHidden();
      await expectAccessible(page);
      const end = await page.getByRole('main').evaluate((main) => {
        const shown = [...main.querySelectorAll('button, input')].filter((one) => !one.closest('.overflow-x-auto'));
        return Math.max(...shown.map((one) => one.getBoundingClientRect().right));
      });
      expect(end).toBeLessThanOrEqual(phone.viewport.width);
    }
  });
});
