import {
  createChannel,
  createPerson,
  createPrompt,
  deleteChannel,
  deletePerson,
  getPerson,
  listOperators,
  listPeople,
  removeOperator,
  updatePerson,
} from '@gateway/contract';
import { expectAccessible } from '../support/accessible.js';
import { createOperatorWith } from '../support/operators.js';
import { pick } from '../support/people.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

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
  fixture: { operators, gateway },
}) => {
  const { call } = operators.owner;
  const operator = async (name: string) => (await call(listOperators, {})).find((each) => each.name === name)?.id;
  // An operator and a person whose name no other spec uses; and the owner is no person, also after other specs.
  const { id: invited } = await createOperatorWith(gateway.url, operators.owner, 'operator', 'Katherine Johnson');
  const owner = await operator('Ada Lovelace');
  for (const { person_id: id, operator_id: linked } of await call(listPeople, {}))
    if (linked !== null && linked === owner) await call(updatePerson, { params: { id }, body: { operator_id: null } });
  await call(createPerson, { body: { person_id: 'linked-katherine', name: 'Katherine Johnson' } });
  await call(createPerson, { body: { person_id: 'linked-ada', name: 'Countess of Lovelace' } });
  try {
    await open(page, 'people');
    await expect(page.getByText(/operators of the console belong to no person/)).toBeVisible();
    await page.getByRole('button', { name: 'Link operators' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/screenshots/link-operators.png' });
    const link = dialog.getByRole('button', { name: 'Link to Katherine Johnson (linked-katherine)' });
    await link.click();
    await expect(link).toHaveCount(0);
    await pick(dialog.getByRole('combobox', { name: 'Link Ada Lovelace to a person' }), 'countess', /Countess/);
    await expect(dialog.getByRole('combobox', { name: /Ada Lovelace/ })).toHaveCount(0);
    const idOf = async (id: string) => (await call(getPerson, { params: { id } })).operator_id;
    expect([await idOf('linked-katherine'), await idOf('linked-ada')]).toEqual([
      invited,
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
    for (const id of ['linked-katherine', 'linked-ada']) await call(deletePerson, { params: { id } });
    await call(removeOperator, { params: { id: invited } });
  }
});
