import {
  answerPrompt,
  countWaitingPrompts,
  createGroup,
  createPerson,
  createPolicy,
  deleteChannel,
  getChannel,
  getPrompt,
  getSession,
  listPeople,
  updateChannel,
  updateGroup,
  updatePerson,
} from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import type { Fixture } from '../support/fixture.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pathOf = (id: string) => `prompts/${id.slice(1)}?state=all`;
const decide = (fixture: Fixture, text: string, more: Parameters<Fixture['ask']>[1] = {}) =>
  fixture.ask(text, { options: null, decisions: ['approve', 'reject'], ...more });

const account = (user_id: string) => [{ platform: 'telegram', user_id }];

/** Adds the person of the signed-in owner, once. */
async function joinPeople({ operators: { owner } }: Fixture): Promise<void> {
  const { operator } = await owner.call(getSession, {});
  const person = { person_id: 'owner', name: owner.name, operator_id: operator?.id ?? null };
  await owner.call(createPerson, { body: person }).catch(() => undefined);
  await owner.call(updatePerson, { params: { id: 'owner' }, body: { operator_id: operator?.id ?? null } });
}

/** The signed-in owner is no person, also after other specs on this gateway. */
async function leavePeople({ operators: { owner } }: Fixture): Promise<void> {
  const { operator } = await owner.call(getSession, {});
  for (const { person_id: id, operator_id: linked } of await owner.call(listPeople, {}))
    if (linked !== null && linked === operator?.id)
      await owner.call(updatePerson, { params: { id }, body: { operator_id: null } });
}

test('the inbox lists what waits for the operator, says how to become a person, and follows groups', async ({
  page,
  fixture,
}) => {
  const { call } = fixture.operators.owner;
  await leavePeople(fixture);
  await call(createPerson, { body: { person_id: 'niels', name: 'Niels', identities: account('880010') } });
  await call(createGroup, { body: { group_id: 'physics', name: 'Physics', members: ['niels'] } });
  const id = await decide(fixture, 'Cool the reactor?', { approvers: [{ group: 'physics' }] });
  const open1 = () => open(page, 'prompts?state=waiting');
  await open1();
  await expect(page.getByRole('button', { name: 'Waiting for me' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('You are not listed as a person')).toBeVisible();
  await page.screenshot({ path: 'test-results/screenshots/waiting-without-person.png' });
  const tab = page.getByRole('button', { name: 'Waiting for me' });
  const list = page.getByRole('list', { name: 'Prompts' });
  await expect(list.getByText('Which supplier shall we order the sensors from?')).toBeVisible();
  await expect(list.getByText('Cool the reactor?')).toHaveCount(0);
  await expectAccessible(page);

  await joinPeople(fixture);
  await call(updateGroup, { params: { id: 'physics' }, body: { members: ['niels', 'owner'] } });
  await open1();
  await expect(page.getByText('You are not listed as a person')).toHaveCount(0);
  const { waiting } = await call(countWaitingPrompts, {});
  await expect(tab).toHaveText(`Waiting for me ${waiting}`);
  await list.getByText('Cool the reactor?').click();
  await page.getByRole('radio', { name: 'Approve' }).check();
  await page.getByRole('button', { name: 'Send decision' }).click();
  await expect(list.getByText('Cool the reactor?')).toHaveCount(0);
  await expect(tab).toHaveText(`Waiting for me ${waiting - 1}`);
  expect(await fixture.agent(getPrompt, { params: { id } })).toMatchObject({ state: 'answered' });
});

test('a prompt says who is missing and what prevents an answer, with links to the fix', async ({ page, fixture }) => {
  const { call } = fixture.operators.owner;
  const people = ['Emmy', 'Sofia', 'Maryam'].map((name, index) => ({
    person_id: `m${index}`,
    name,
    identities: account(`88000${index}`),
  }));
  for (const body of people) await call(createPerson, { body });
  await call(createGroup, { body: { group_id: 'maths', name: 'Maths', members: ['m0', 'm1', 'm2'] } });
  await call(createPolicy, { body: { policy_id: 'pair', name: 'Two people', approvals: 2 } });
  const id = await decide(fixture, 'Publish the proof?', { policy: 'pair', approvers: [{ group: 'maths' }] });
  await open(page, pathOf(id));
  await expect(page.getByText('waiting for Emmy, Maryam, or Sofia')).toBeVisible();
  await expect(page.getByText(`Only the group maths may answer question ${id}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send vote' })).toHaveCount(0);
  await page.screenshot({ path: 'test-results/screenshots/refused.png' });
  const problems = page.getByRole('list', { name: 'What prevents an answer' });
  await expect(problems).toHaveCount(0);

  await call(updateGroup, { params: { id: 'maths' }, body: { members: [] } });
  await call(deleteChannel, { params: { id: 'approvals' } });
  try {
    await expect(problems.getByText('The channel “approvals” is inactive')).toBeVisible();
    await expect(problems.getByText('The group “maths” has no members: add people to it.')).toBeVisible();
    await expect(problems.getByText('2 people have to agree, and no one is left')).toBeVisible();
    await expectAccessible(page);
    await expect(problems.getByRole('link', { name: 'Open the channel' })).toHaveAttribute(
      'href',
      /channels\/approvals$/,
    );
    await problems.getByRole('link', { name: 'Open People' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  } finally {
    await call(updateChannel, { params: { id: 'approvals' }, body: {} });
  }
});

test('the operator who decided gives the reason afterwards, and others cannot', async ({ page, fixture }) => {
  const { owner, operator } = fixture.operators;
  const more = { ask_reason: 'on_reject', reason_wait_sec: 600 } as const;
  const id = await decide(fixture, 'Delete the backups?', more);
  await open(page, pathOf(id));
  await page.getByRole('radio', { name: 'Reject' }).check();
  await page.getByRole('button', { name: 'Send decision' }).click();
  await expect(page.getByText('The agent waits for it')).toBeVisible();
  await page.screenshot({ path: 'test-results/screenshots/reason.png' });
  await expectAccessible(page);
  await page.getByLabel('Your reason').fill('They are needed for the audit');
  await page.getByRole('button', { name: 'Send reason' }).click();
  await expect(page.getByRole('status').getByText('They are needed for the audit')).toBeVisible();
  await expect(page.getByLabel('Your reason')).toHaveCount(0);
  const { decision } = await owner.call(getPrompt, { params: { id } });
  expect(decision).toMatchObject({ value: 'reject', reason: 'They are needed for the audit' });

  const other = await decide(fixture, 'Delete the archive?', more);
  await operator.call(answerPrompt, { params: { id: other }, body: { type: 'decision', value: 'reject' } });
  await open(page, pathOf(other));
  await expect(page.getByText(`${operator.name} answered in the console`).first()).toBeVisible();
  await expect(page.getByLabel('Your reason')).toHaveCount(0);
});

test('an owner chooses approvers and a policy in the wizard of a new channel', async ({ page, fixture }) => {
  const { call } = fixture.operators.owner;
  await call(createGroup, { body: { group_id: 'keepers', name: 'Keepers' } });
  await call(createPolicy, { body: { policy_id: 'calm', name: 'Calm' } });
  const chat = fixture.platform.addUser({ firstName: 'Otto' });
  await open(page, 'channels/+new', 'Add channel');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /Telegram/ }).click();
  await main.getByLabel('Channel id').fill('kept');
  await main.getByRole('button', { name: 'Continue' }).click();
  await main.getByLabel(/^Bot token/).fill(fixture.platform.token);
  await main.getByLabel(/^Chat/).first().fill(String(chat.id));
  await main.getByRole('button', { name: 'Continue' }).click();
  await main.getByRole('combobox', { name: /^Approvers/ }).fill('keep');
  await main.getByRole('option', { name: /Keepers/ }).click();
  await main.getByLabel(/^Policy/).selectOption({ label: 'Calm' });
  await page.screenshot({ path: 'test-results/screenshots/wizard-approvers.png', fullPage: true });
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Save channel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'kept' })).toBeVisible();
  expect(await call(getChannel, { params: { id: 'kept' } })).toMatchObject({
    approvers: [{ group: 'keepers' }],
    policy: 'calm',
  });
});

for (const [name, window] of Object.entries({ desktop: { viewport: { width: 1280, height: 900 } }, phone })) {
  test.describe(`on a ${name}`, () => {
    test.use(window);
    test('the inbox and a prompt that is hindered render in both themes without axe violations', async ({
      page,
      fixture,
    }) => {
      const { call } = fixture.operators.owner;
      await joinPeople(fixture);
      const body = { group_id: `crew-${name}`, name: 'Crew', members: ['owner'] };
      await call(createGroup, { body });
      await call(createPolicy, { body: { policy_id: `crew-${name}`, name: 'Two of the crew', approvals: 2 } });
      const action = { name: 'open_valve', summary: 'Opens the valve by 20 %.', risk: 'high' } as const;
      const groups = [`crew-${name}`];
      await call(createPerson, { body: { person_id: `helper-${name}`, name: 'Helper', groups } });
      await call(createPerson, {
        body: { person_id: `stoker-${name}`, name: 'Stoker', groups, identities: account(`8801${name}`) },
      });
      const id = await decide(fixture, `Open the valve (${name})?`, {
        action,
        policy: `crew-${name}`,
        approvers: [{ group: `crew-${name}` }],
      });
      for (const colorScheme of ['light', 'dark'] as const) {
        const screenshot = (of: string) =>
          page.screenshot({ path: `test-results/screenshots/${of}-${name}-${colorScheme}.png` });
        await page.emulateMedia({ colorScheme });
        await open(page, 'prompts?state=waiting');
        await expect(page.getByText(`Open the valve (${name})?`)).toBeVisible();
        await screenshot('waiting');
        await expectAccessible(page);
        await expectReadable(page);
        await open(page, `prompts/${id.slice(1)}?state=waiting`);
        await expect(page.getByText(/Helper has no account/)).toBeVisible();
        await screenshot('hindered');
        await expectAccessible(page);
        await expectReadable(page);
      }
    });
  });
}
