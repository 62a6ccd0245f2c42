import type { Locator, Page } from '@playwright/test';
import {
  createChannel,
  createGroup,
  createPerson,
  createPolicy,
  createPrompt,
  deleteChannel,
  deleteGroup,
  deletePerson,
  getGroup,
  getPerson,
  listKeys,
  listOperators,
  listPeople,
  updatePerson,
} from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const tab = (page: Page, name: string) => page.getByRole('group', { name: 'People or groups' }).getByText(name);
const showGroups = (page: Page) => tab(page, 'Groups').click();
const showPeople = (page: Page) => tab(page, 'People').click();

/** Chooses in a combobox of people or groups by typing. */
const pick = async (field: Locator, typed: string, name: string | RegExp) => {
  await field.fill(typed);
  await field.page().getByRole('option', { name }).click();
};

const actionsOf = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test.describe('an owner', () => {
  // The first id is not valid.
  test.use({ expectedErrors: /400/ });

  test('adds a group and a person, changes both and deletes them', async ({ page, fixture }) => {
    await open(page, 'people', 'People');
    await page.getByRole('button', { name: 'Add group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Release managers');
    await dialog.getByLabel('Id').fill('release managers');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('Must contain only A-Z a-z 0-9 . _ -')).toBeVisible();
    await dialog.getByLabel('Id').fill('release-managers');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const groups = page.getByRole('list', { name: 'Groups' });
    await showGroups(page);
    await expect(page).toHaveURL(/\/people\?tab=groups$/);
    await expect(groups.getByText('No members')).toBeVisible();

    await page.getByRole('button', { name: 'Add person' }).click();
    await dialog.getByLabel('Name').fill('Ada Lovelace');
    await dialog.getByLabel('Id', { exact: true }).fill('ada');
    await dialog.getByRole('button', { name: 'Add account' }).click();
    await dialog.getByLabel('Platform of account 1').selectOption('telegram');
    await dialog.getByLabel('User id of account 1').fill('123456789');
    await dialog.getByLabel(/Operator/).selectOption({ label: 'Ada Lovelace' });
    await pick(dialog.getByRole('combobox', { name: /^Groups/ }), 'release', /Release managers/);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(groups.getByText('Ada Lovelace')).toBeVisible();
    await showPeople(page);
    const people = page.getByRole('table', { name: 'People', exact: true });
    await expect(people.getByText('123456789')).toBeVisible();
    const [ada] = await fixture.operators.owner.call(listPeople, {});
    expect(ada).toMatchObject({
      person_id: 'ada',
      identities: [{ platform: 'telegram', user_id: '123456789' }],
      operator_id: expect.stringMatching(/./),
      groups: ['release-managers'],
    });

    await actionsOf(page, 'Ada Lovelace', 'Change');
    await dialog.getByLabel('Name').fill('Augusta Ada King');
    await dialog.getByRole('button', { name: 'Remove account 1' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(people.getByText('Augusta Ada King')).toBeVisible();
    await expect(people.getByText('123456789')).toHaveCount(0);

    await showGroups(page);
    await actionsOf(page, 'Release managers', 'Change');
    await dialog.getByRole('button', { name: 'Remove Augusta Ada King' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(groups.getByText('No members')).toBeVisible();
    for (const name of ['Release managers', 'Augusta Ada King']) {
      if (name === 'Augusta Ada King') await showPeople(page);
      await actionsOf(page, name, 'Delete');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText(name, { exact: true })).toHaveCount(0);
    }
  });
});

test.describe('a conflict', () => {
  test.use({ expectedErrors: /409/ });

  test('is shown in the dialog that deletes a person whom a policy names', async ({ page, fixture }) => {
    const { owner } = fixture.operators;
    await owner.call(createPerson, { body: { person_id: 'named', name: 'Named' } });
    const steps = [{ after_sec: 60, channels: ['approvals'], approvers: [{ person: 'named' }] }];
    await owner.call(createPolicy, { body: { policy_id: 'later', name: 'Later', steps } });
    await open(page, 'people');
    await actionsOf(page, 'Named', 'Delete');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('alert')).toContainText('the policy "later" names it');
  });
});

test('a group that gets too few members for the policy of a channel warns, and the channel is failing', async ({
  page,
  fixture: { operators, platform },
}) => {
  const { call } = operators.owner;
  for (const name of ['Irene', 'Otto']) {
    const { id } = platform.addUser({ firstName: name });
    const identities = [{ platform: 'telegram', user_id: String(id) }];
    await call(createPerson, { body: { person_id: name.toLowerCase(), name, identities } });
  }
  await call(createGroup, { body: { group_id: 'pair', name: 'The pair', members: ['irene', 'otto'] } });
  await call(createPolicy, { body: { policy_id: 'both', name: 'Both of them', approvals: 2 } });
  const chat = platform.addUser({ firstName: 'Irene', username: 'irene' });
  await call(createChannel, {
    body: {
      channel_id: 'by-two',
      platform: 'telegram',
      channel_type: 'PROMPT',
      credentials: { bot_token: platform.token },
      target_chat_id: String(chat.id),
      approvers: [{ group: 'pair' }],
      policy: 'both',
    },
  });
  try {
    await open(page, 'people?tab=groups');
    await actionsOf(page, 'The pair', 'Change');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove Otto' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const warning = page.getByText(/channel "by-two".* only 1 can answer/);
    await expect(warning).toBeVisible();
    await expect(page.getByRole('list', { name: 'Groups' }).getByText('Otto')).toHaveCount(0);
    await expectAccessible(page);
    await open(page, 'channels/by-two');
    await expect(page.getByText('Failing', { exact: true })).toBeVisible();
    await expect(page.getByText(/only 1 can answer/)).toBeVisible();
    await expectAccessible(page);

    await open(page, 'people?tab=groups');
    await actionsOf(page, 'The pair', 'Change');
    await pick(dialog.getByRole('combobox', { name: /^Members/ }), 'otto', /Otto/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('list', { name: 'Groups' }).getByText('Otto')).toBeVisible();
    await expect(warning).toHaveCount(0);
    await open(page, 'channels/by-two');
    await expect(page.getByText(/only 1 can answer/)).toHaveCount(0);
  } finally {
    await call(deleteChannel, { params: { id: 'by-two' } });
  }
});

test('an owner creates a key that is limited to a channel and a time, and acts for a person', async ({
  page,
  fixture,
}) => {
  await fixture.operators.owner.call(createPerson, { body: { person_id: 'grace', name: 'Grace' } });
  await open(page, 'keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Limited');
  await dialog.getByText('Limits').click();
  await dialog.getByRole('combobox', { name: /Channels/ }).click();
  await dialog.getByRole('option', { name: /approvals/ }).click();
  await dialog.getByLabel(/Expires/).fill('2999-01-01T12:00');
  await pick(dialog.getByRole('combobox', { name: /Acts for/ }), 'grace', /^Grace/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog.getByText(/gw_/).first()).toBeVisible();
  const [key] = await fixture.operators.owner.call(listKeys, {});
  expect(key).toMatchObject({ channels: ['approvals'], acts_for: 'grace', expires_at: '2999-01-01T12:00:00.000Z' });
  await open(page, 'keys');
  await expect(page.getByText('in approvals; for grace')).toBeVisible();
});

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

test('an account is picked from those that answered lately, with its id, and the name is shown visibly', async ({
  page,
  fixture: { agent, operators, platform },
}) => {
  const { call } = operators.owner;
  const chat = platform.addUser({ firstName: 'Ada\u202e Lovelace', username: 'lately_ada' });
  await call(createChannel, {
    body: {
      channel_id: 'lately',
      platform: 'telegram',
      channel_type: 'PROMPT',
      credentials: { bot_token: platform.token },
      target_chat_id: String(chat.id),
    },
  });
  try {
    await agent(createPrompt, { body: { channel_id: 'lately', text: 'Who is there?', options: ['I am'] } });
    await platform.press({ chat, button: 'I am' });
    await open(page, 'people');
    await page.getByRole('button', { name: 'Add person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Picked');
    await dialog.getByLabel('Id', { exact: true }).fill('lately-picked');
    const offered = dialog.getByRole('list', { name: 'Answered lately' });
    const account = offered.getByRole('button', { name: /lately_ada/ });
    await expect(account).toContainText('Ada\\u{202e} Lovelace');
    await expect(account).toContainText(String(chat.id));
    await expect(dialog.getByText('a name proves nothing')).toBeVisible();
    await page.screenshot({ path: 'test-results/screenshots/answered-lately.png' });
    await expectAccessible(page);
    await account.click();
    await expect(dialog.getByLabel('User id of account 1')).toHaveValue(String(chat.id));
    await expect(dialog.getByLabel('Platform of account 1')).toHaveValue('telegram');
    await expect(account).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    expect(await call(getPerson, { params: { id: 'lately-picked' } })).toMatchObject({
      identities: [{ platform: 'telegram', user_id: String(chat.id) }],
    });
  } finally {
    await call(deletePerson, { params: { id: 'lately-picked' } });
    await call(deleteChannel, { params: { id: 'lately' } });
  }
});

test('an operator without a person is linked to the person of the same name with one click, or to another one', async ({
  page,
  fixture: { operators },
}) => {
  const { call } = operators.owner;
  const operator = async (name: string) => (await call(listOperators, {})).find((each) => each.name === name)?.id;
  await call(createPerson, { body: { person_id: 'linked-grace', name: 'Grace Hopper' } });
  await call(createPerson, { body: { person_id: 'linked-ada', name: 'Countess of Lovelace' } });
  try {
    await open(page, 'people');
    await expect(page.getByText(/operators of the console belong to no person/)).toBeVisible();
    await page.getByRole('button', { name: 'Link operators' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/screenshots/link-operators.png' });
    const link = dialog.getByRole('button', { name: 'Link to Grace Hopper (linked-grace)' });
    await link.click();
    await expect(link).toHaveCount(0);
    await pick(dialog.getByRole('combobox', { name: 'Link Ada Lovelace to a person' }), 'countess', /Countess/);
    await expect(dialog.getByRole('combobox', { name: /Ada Lovelace/ })).toHaveCount(0);
    const idOf = async (id: string) => (await call(getPerson, { params: { id } })).operator_id;
    expect([await idOf('linked-grace'), await idOf('linked-ada')]).toEqual([
      await operator('Grace Hopper'),
      await operator('Ada Lovelace'),
    ]);
    await call(updatePerson, { params: { id: 'linked-ada' }, body: { operator_id: null } });
    await open(page, 'people');
    await page.getByRole('button', { name: 'Link operators' }).click();
    await dialog.getByRole('button', { name: 'Add Ada Lovelace as a person' }).click();
    await expect(dialog.getByLabel('Name')).toHaveValue('Ada Lovelace');
    await expect(dialog.getByLabel('Id', { exact: true })).toHaveValue('ada-lovelace');
    await expect(dialog.getByLabel(/Operator/)).toHaveValue((await operator('Ada Lovelace')) ?? '');
  } finally {
    for (const id of ['linked-grace', 'linked-ada']) await call(deletePerson, { params: { id } });
  }
});

test.describe('a viewer', () => {
  test.use({ as: 'viewer' });

  test('reads people and groups, and cannot change them', async ({ page }) => {
    await open(page, 'people');
    for (const name of ['Add group', 'Add person'])
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  });
});

for (const [name, window] of Object.entries({ desktop: { viewport: { width: 1280, height: 800 } }, phone })) {
  test.describe(`on a ${name}`, () => {
    test.use(window);
    test('the page and the dialog of a person render in both themes without axe violations', async ({
      page,
      fixture,
    }) => {
      const { call } = fixture.operators.owner;
      const shown = `Katherine Johnson (${name})`;
      const identities = [
        { platform: 'telegram', user_id: `1000${name}` },
        { platform: 'slack', user_id: `U0${name}` },
      ];
      await call(createPerson, { body: { person_id: `shown-${name}`, name: shown, identities } });
      for (const colorScheme of ['light', 'dark'] as const) {
        const screenshot = (of: string) =>
          page.screenshot({ path: `test-results/screenshots/${of}-${name}-${colorScheme}.png` });
        await page.emulateMedia({ colorScheme });
        await open(page, 'people');
        await screenshot('people');
        await expectAccessible(page);
        await expectReadable(page);
        await actionsOf(page, shown, 'Change');
        await expect(page.getByRole('dialog')).toBeVisible();
        await screenshot('person');
        await expectAccessible(page);
      }
    });
  });
}
