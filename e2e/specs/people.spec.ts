import type { Page } from '@playwright/test';
import {
  createChannel,
  createGroup,
  createPerson,
  createPolicy,
  deleteChannel,
  listKeys,
  listPeople,
} from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { actionsOf, pick } from '../support/people.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const tab = (page: Page, name: string) => page.getByRole('group', { name: 'People or groups' }).getByText(name);
const showGroups = (page: Page) => tab(page, 'Groups').click();
const showPeople = (page: Page) => tab(page, 'People').click();

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
  await pick(dialog.getByRole('combobox', { name: /Acts for/ }), 'grace', 'Grace grace');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog.getByText(/gw_/).first()).toBeVisible();
  const [key] = await fixture.operators.owner.call(listKeys, {});
  expect(key).toMatchObject({ channels: ['approvals'], acts_for: 'grace', expires_at: '2999-01-01T12:00:00.000Z' });
  await open(page, 'keys');
  await expect(page.getByText('in approvals; for grace')).toBeVisible();
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
