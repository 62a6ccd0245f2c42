import { answerPrompt, createChannel, createGroup, createPerson, createPolicy, getPrompt } from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import type { Fixture } from '../support/fixture.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const action = {
  name: 'deploy',
  summary: 'Deploys the service to production.',
  risk: 'high',
  args: { service: 'api', replicas: 3, note: 'safe\u202Etxt.exe', labels: { tier: 'web' } },
} as const;
const verbs = ['approve', 'reject', 'edit', 'respond'] as const;

const pathOf = (id: string) => `prompts/${id.slice(1)}?state=all`;
const decide = (fixture: Fixture, text: string, more: Parameters<Fixture['ask']>[1] = {}) =>
  fixture.ask(text, { options: null, decisions: [...verbs], action, ...more });
const account = (user_id: string) => ({ identities: [{ platform: 'telegram', user_id }] });
const decisionOf = async (fixture: Fixture, id: string) =>
  (await fixture.agent(getPrompt, { params: { id } })).decision ?? null;

test('an operator sees the action with all arguments and rejects it with a reason', async ({ page, fixture }) => {
  const id = await decide(fixture, 'Deploy with a reason?', { ask_reason: 'on_reject' });
  await open(page, pathOf(id));
  await expect(page.getByRole('blockquote').getByText('High risk')).toBeVisible();
  await expect(page.getByText('Deploys the service to production.')).toBeVisible();
  await expect(page.getByText(String.raw`safe\u{202e}txt.exe`)).toBeVisible();
  await expect(page.getByRole('link', { name: /Deploy with a reason\?/ }).getByText('Decision')).toBeVisible();
  await page.getByRole('radio', { name: 'Reject' }).check();
  await expect(page.getByText('The agent asks for a reason.')).toBeVisible();
  await page.getByLabel(/Reason/).fill('Not on a Friday');
  await page.getByRole('button', { name: 'Send decision' }).click();
  await expect(page.getByRole('status').getByText('Not on a Friday')).toBeVisible();
  expect(await decisionOf(fixture, id)).toMatchObject({ value: 'reject', reason: 'Not on a Friday' });
});

test('an operator edits arguments in fields and as JSON, and errors are shown at the argument', async ({
  page,
  fixture,
}) => {
  const id = await decide(fixture, 'Deploy with other arguments?');
  await open(page, pathOf(id));
  await page.getByRole('radio', { name: 'Edit' }).check();
  const send = page.getByRole('button', { name: 'Send decision' });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('replicas').fill('many');
  await expect(page.getByText('Enter a number.')).toBeVisible();
  await page.getByLabel('replicas').fill('5');
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const json = page.getByLabel('Arguments as JSON');
  await expect(json).toHaveValue(/"replicas": 5/);
  await json.fill('{"replicas": 6, "region": "eu"}');
  await expect(page.getByText('There is no argument “region”.')).toBeVisible();
  await json.fill('{"replicas": 6, "labels": {"tier": "edge"}}');
  await send.click();
  await expect(page.getByRole('status').getByText(/Edit/)).toBeVisible();
  expect(await decisionOf(fixture, id)).toMatchObject({
    value: 'edit',
    args: { service: 'api', replicas: 6, labels: { tier: 'edge' } },
  });
});

test('an operator responds with a text', async ({ page, fixture }) => {
  const id = await decide(fixture, 'Deploy or respond?');
  await open(page, pathOf(id));
  await page.getByRole('radio', { name: 'Respond' }).check();
  await page.getByLabel('Your response').fill('Use the staging cluster');
  await page.getByRole('button', { name: 'Send decision' }).click();
  await expect(page.getByRole('status').getByText('Use the staging cluster')).toBeVisible();
  expect(await decisionOf(fixture, id)).toMatchObject({ value: 'respond', text: 'Use the staging cluster' });
});

test('an operator who is not an approver reads who may answer instead of the form', async ({ page, fixture }) => {
  const { owner } = fixture.operators;
  await owner.call(createPerson, { body: { person_id: 'lise', name: 'Lise Meitner', ...account('990000') } });
  const id = await decide(fixture, 'Deploy by Lise only?', { approvers: [{ person: 'lise' }] });
  await open(page, pathOf(id));
  await expect(page.getByText(`Only Lise Meitner may answer question ${id}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send decision' })).toHaveCount(0);
});

test('a prompt with a policy shows votes, who is missing, its chats and steps, and adds a voter as a person', async ({
  page,
  fixture,
}) => {
  const { owner, operator } = fixture.operators;
  await owner.call(createGroup, { body: { group_id: 'leads', name: 'Leads' } });
  const groups = ['leads'];
  await owner.call(createPerson, { body: { person_id: 'rosa', name: 'Rosa', groups, ...account('990001') } });
  await owner.call(createPerson, { body: { person_id: 'emil', name: 'Emil', groups, ...account('990002') } });
  await owner.call(createPerson, { body: { person_id: 'ines', name: 'Ines', groups } });
  const credentials = { bot_token: fixture.platform.token };
  const chat = fixture.platform.addUser({ firstName: 'Olga', username: 'olga' });
  const channel = { channel_id: 'second-chat', platform: 'telegram', credentials, channel_type: 'PROMPT' as const };
  await owner.call(createChannel, { body: { ...channel, target_chat_id: String(chat.id) } });
  await owner.call(createChannel, { body: { ...channel, channel_id: 'lost-chat', target_chat_id: '990099' } });
  const steps = [
    { after_sec: 600, remind: true as const },
    { after_sec: 3600, channels: ['second-chat'] },
  ];
  await owner.call(createPolicy, { body: { policy_id: 'two', name: 'Two of the leads', approvals: 2, steps } });
  const id = await decide(fixture, 'Deploy by two?', {
    decisions: ['approve', 'reject'],
    policy: 'two',
    channels: ['approvals', 'second-chat', 'lost-chat'],
    requested_by: { user_id: '4242' },
    ttl_sec: 7200,
  });
  await operator.call(answerPrompt, {
    params: { id },
    body: { type: 'decision', value: 'approve', reason: 'Tested on staging' },
  });

  await open(page, pathOf(id));
  const votes = page.getByRole('list', { name: 'Votes' });
  await expect(votes.getByText('Tested on staging')).toBeVisible();
  await expect(page.getByText('✅ Approve 1 of 2, ⛔ Reject 0 of 1 · Waiting for anybody in the chat')).toBeVisible();
  await expect(page.getByRole('link', { name: /Deploy by two\?/ }).getByText('1 of 2')).toBeVisible();
  const chats = page.getByRole('list', { name: 'Chats' });
  await expect(chats.getByText('Posted', { exact: true })).toHaveCount(2);
  await expect(chats.getByText('Not posted')).toBeVisible();
  const coming = page.getByRole('list', { name: 'Coming steps, while there is no decision' });
  await expect(coming.getByText(/A reminder is posted as a reply to the prompt/)).toBeVisible();
  const requester = page.getByText('Requested by: 4242 (As the agent says: not verified)');
  await expect(requester, 'stands with the question').toBeInViewport();
  await expectAccessible(page);

  await votes.getByRole('button', { name: /Add as a person/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toHaveValue(operator.name);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(votes.getByRole('button', { name: /Add as a person/ })).toHaveCount(0);

  await page.getByRole('radio', { name: 'Approve' }).check();
  await page.getByRole('button', { name: 'Send vote' }).click();
  await expect(page.getByRole('status').getByText('Approved: Approve')).toBeVisible();
  await expect(votes.getByRole('listitem')).toHaveCount(2);

  const named = await decide(fixture, 'Deploy by the leads?', {
    decisions: ['approve', 'reject'],
    policy: 'two',
    approvers: [{ group: 'leads' }],
  });
  await open(page, pathOf(named));
  await expect(page.getByText('✅ Approve 0 of 2, ⛔ Reject 0 of 1 · Waiting for Emil or Rosa')).toBeVisible();
  await expect(page.getByText(/^Ines has no account on a platform of this prompt/)).toBeVisible();
});

for (const [name, window] of Object.entries({ desktop: { viewport: { width: 1280, height: 900 } }, phone })) {
  test.describe(`on a ${name}`, () => {
    test.use(window);
    test('a prompt with an action renders in both themes without axe violations', async ({ page, fixture }) => {
      const id = await decide(fixture, 'هل ننشر الإصدار الجديد؟');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await open(page, pathOf(id));
        await page.getByRole('radio', { name: 'Edit' }).check();
        await page.screenshot({ path: `test-results/screenshots/decision-${name}-${colorScheme}.png`, fullPage: true });
        await expectAccessible(page);
        await expectReadable(page);
      }
    });
  });
}
