import { createGroup, createPerson, deleteGroup, deletePerson, getGroup } from '@gateway/contract';
import { expectAccessible } from '../support/accessible.js';
import { actionsOf } from '../support/people.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('500 people are found by name, id and account, sorted, and filtered by group; the address keeps it', async ({
  page,
  fixture,
}) => {
  test.slow();
  const { call } = fixture.operators.owner;
  const numbers = Array.from({ length: 500 }, (_, number) => String(number).padStart(3, '0'));
  await call(createGroup, { body: { group_id: 'many-night', name: 'Night shift of many' } });
  for (let from = 0; from < numbers.length; from += 25)
    await Promise.all(
      numbers.slice(from, from + 25).map((number) =>
        call(createPerson, {
          body: {
            person_id: `many-${number}`,
            name: `Émile Many ${number}`,
            identities: [{ platform: 'telegram', user_id: `88000${number}` }],
            groups: Number(number) % 100 === 7 ? ['many-night'] : [],
          },
        }),
      ),
    );
  await open(page, 'people');
  const table = page.getByRole('table', { name: 'People', exact: true });
  const rows = table.getByRole('row').filter({ hasText: 'Émile Many' });
  await expect(rows).toHaveCount(500);
  const search = page.getByRole('searchbox', { name: 'Search name, id or account' });
  const started = Date.now();
  for (const [typed, found] of [
    ['emile many 421', '421'],
    ['many-099', '099'],
    ['88000250', '250'],
  ] as const) {
    await search.fill(typed);
    await expect(rows).toHaveCount(1);
    await expect(rows.getByText(`Émile Many ${found}`)).toBeVisible();
  }
  test.info().annotations.push({ type: 'three searches of 500 people', description: `${Date.now() - started} ms` });
  await expect(page).toHaveURL(/q=%2288000250%22/);

  await search.fill('no one has this');
  await expect(page.getByText('No matching people')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all people' }).click();
  await expect(rows).toHaveCount(500);
  await expect(search).toHaveValue('');

  await page.getByLabel('Group', { exact: true }).selectOption({ label: 'Night shift of many' });
  await expect(rows).toHaveCount(5);
  await table.getByRole('button', { name: 'Name' }).click();
  await expect(rows.first()).toContainText('Émile Many 007');
  await table.getByRole('button', { name: 'Name' }).click();
  await expect(rows.first()).toContainText('Émile Many 407');
  await expect(page).toHaveURL(/group=many-night.*sort=-name/);
  await page.reload();
  await expect(rows.first()).toContainText('Émile Many 407');
  await expectAccessible(page);

  await open(page, 'people?tab=groups&q=many-night');
  await page.getByRole('link', { name: 'Show all 5 members' }).click();
  await expect(rows).toHaveCount(5);

  await test.step('the members of a group are chosen with the keyboard', async () => {
    await open(page, 'people?tab=groups');
    await actionsOf(page, 'Night shift of many', 'Change');
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('combobox', { name: /^Members/ });
    await field.click();
    await expect(dialog.getByText(/more: type to find them/)).toBeVisible();
    await field.press('Escape');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await expect(dialog).toBeVisible();
    await field.pressSequentially('88000300');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    await field.press('Enter');
    const chips = dialog.getByRole('list', { name: 'Members' });
    await expect(chips.getByRole('listitem')).toHaveCount(6);
    // The chosen one is not offered again.
    await field.pressSequentially('many-300');
    await expect(dialog.getByText('No match', { exact: true })).toBeVisible();
    await field.fill('many-4');
    await field.press('ArrowDown');
    await field.press('ArrowDown');
    await field.press('ArrowUp');
    await expect(dialog.getByRole('option', { selected: true })).toContainText('many-401');
    await expectAccessible(page);
    await field.press('Enter');
    await expect(chips.getByRole('listitem')).toHaveCount(7);
    await field.press('Backspace');
    await expect(chips.getByRole('listitem')).toHaveCount(6);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    expect((await call(getGroup, { params: { id: 'many-night' } })).members).toContain('many-300');
  });

  await test.step('on a phone, too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, 'people?group=many-night');
    await expect(page.getByRole('list', { name: 'People', exact: true }).getByRole('listitem')).toHaveCount(6);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await open(page, 'people?tab=groups');
    await actionsOf(page, 'Night shift of many', 'Change');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /^Members/ }).fill('many-499');
    await expect(dialog.getByRole('option')).toBeInViewport();
    await page.screenshot({ path: 'test-results/screenshots/members-phone.png' });
    await dialog.getByRole('option').click();
    await expect(dialog.getByRole('button', { name: 'Remove Émile Many 499' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
  for (let from = 0; from < numbers.length; from += 25)
    await Promise.all(
      numbers.slice(from, from + 25).map((number) => call(deletePerson, { params: { id: `many-${number}` } })),
    );
  await call(deleteGroup, { params: { id: 'many-night' } });
});
