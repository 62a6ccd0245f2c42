import { createClient, createKey, createPerson, createPrompt } from '@gateway/contract';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Prompts' }).getByRole('listitem');

/** Whether a text is wider than the select that shows it. */
const isCut = (select: Locator, text: string) =>
  select.evaluate((element, shown) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(element);
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) throw new Error('This browser does not measure texts.');
    context.font = font;
    const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return context.measureText(shown).width > room;
  }, text);

/** Follows the link of a row of the overview. Returns the first number of the row. */
async function follow(page: Page, table: string, name: string): Promise<number> {
  await open(page, '');
  const row = page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });
  const count = Number(await row.getByRole('cell').first().textContent());
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Prompts' })).toBeVisible();
  return count;
}

test('rows of the overview lead to the prompts of a key and of a person, whose filters are named and removed', async ({
  page,
  fixture,
}) => {
  const { key, id } = await fixture.operators.owner.call(createKey, {
    body: { name: 'Invoicing agent', preset: 'asker' },
  });
  const invoicing = createClient({ baseUrl: fixture.gateway.url, apiKey: key });
  for (const text of ['Pay invoice 7?', 'Pay invoice 8?'])
    await invoicing(createPrompt, { body: { channel_id: 'approvals', text, options: ['Pay'] } });

  expect(await follow(page, 'By API key', 'Invoicing agent')).toBe(2);
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page).toHaveURL(/\?state=all&key=[\w-]+&since=[^&]+&until=/);
  const filters = page.getByRole('list', { name: 'Active filters' });
  await expect(filters.getByRole('listitem')).toHaveText(['API key: Invoicing agent', /^Created .+ – .+/]);
  await expectAccessible(page);
  await filters.getByRole('button', { name: /^Remove the filter: Created/ }).click();
  await page.getByRole('button', { name: 'Export prompts' }).click();
  const href = (await page.getByRole('menuitem', { name: /^CSV/ }).getAttribute('href')) ?? '';
  expect(href).toMatch(/state=all&api_key_id=[\w-]+$/);
  await page.keyboard.press('Escape');
  await filters.getByRole('button', { name: 'Remove the filter: API key: Invoicing agent' }).click();
  await expect(page).toHaveURL(/\/prompts\?state=all$/);
  await expect(filters).toBeHidden();

  const answered = await follow(page, 'By person', 'Emma');
  expect(answered).toBeGreaterThan(1);
  await expect(rowsOf(page)).toHaveCount(answered);
  await expect(filters.getByText(/^Answered by: emma$/i)).toBeVisible();
  await page.getByRole('button', { name: 'Pending' }).click();
  await expect(filters.getByRole('listitem')).toHaveCount(1);

  await page.getByRole('button', { name: 'More filters, 1 active' }).click();
  await page.getByLabel('API key').selectOption(id);
  await expect(filters.getByText('API key: Invoicing agent')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
});

for (const width of [1280, 320]) {
  test(`a long name of an API key is readable in the filters at ${width} px`, async ({ page, fixture }) => {
    const name = `Invoicing agent of the accounting department, region ${width}`.padEnd(60, '.');
    const { id } = await fixture.operators.owner.call(createKey, { body: { name, preset: 'asker' } });
    await page.setViewportSize({ width, height: 800 });
    await open(page, 'prompts');
    await page.getByRole('button', { name: 'More filters' }).click();
    const select = page.getByRole('combobox', { name: 'API key', exact: true });
    await select.selectOption(id);
    await expect(select.getByRole('option', { selected: true })).toHaveText(new RegExp(`^${name} \\(.+…\\)$`));
    const chip = page.getByText(`API key: ${name}`);
    await expect(chip).toBeVisible();
    expect(await chip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    const text = (await select.getByRole('option', { selected: true }).textContent()) ?? '';
    await expect(select).toHaveAttribute('title', text);
    await expect(select).toHaveCSS('text-overflow', 'ellipsis');
    const popover = page.getByRole('dialog', { name: 'More filters' });
    const [inner, outer] = [await select.boundingBox(), await popover.boundingBox()];
    const right = (box: typeof inner) => (box === null ? NaN : box.x + box.width);
    expect(right(inner)).toBeLessThanOrEqual(right(outer));
    expect(outer?.x).toBeGreaterThanOrEqual(0);
    expect(right(outer)).toBeLessThanOrEqual(width);
    expect(await popover.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    if (width === 1280) expect(await isCut(select, text), 'the name is cut').toBe(false);
    await expectAccessible(page);
  });
}

test.describe('on a phone', () => {
  test.use(phone);

  test('the filters of the prompts of a person are readable and fit the window', async ({ page, fixture }) => {
    const name = 'Augusta Ada King, Countess of Lovelace, of the release managers';
    await fixture.operators.owner.call(createPerson, { body: { person_id: 'countess', name } });
    await open(page, 'prompts?state=answered&by=person%3Acountess&channel=approvals');
    await expect(page.getByText(`Answered by: ${name}`)).toBeVisible();
    await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')).toHaveCount(2);
    await expectReadable(page);
    const end = await page.getByRole('list', { name: 'Active filters' }).evaluate((list) => {
      return Math.max(...[...list.children].map((one) => one.getBoundingClientRect().right));
    });
    expect(end).toBeLessThanOrEqual(phone.viewport.width);
  });
});
