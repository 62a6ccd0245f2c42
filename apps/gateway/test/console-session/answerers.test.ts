import { expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { setUpConsole } from '../harness/operators.js';

const question = { channel_id: 'team', options: ['Yes', 'No'] };
const decision = { channel_id: 'team', decisions: ['approve', 'reject'] };

/** A group chat of Ada and Bob, with Ada's console. The people are Ada, Bob and Cy, who has no account. */
async function startTeam(engine?: Engine) {
  const clock = manualClock();
  const asking = await startAsking({ clock, ...(engine && { engine }) });
  const { telegram, gateway, ada } = asking;
  const bob = telegram.addUser({ firstName: 'Bob' });
  const team = telegram.addChat({ title: 'Team', members: [ada.id, bob.id] });
  await registerChannel(gateway, telegram, { id: 'team', chat: team });
  const send = async (method: string, path: string, body: object = {}) => {
    const reply = await gateway.request(method, path, { body });
    if (reply.status >= 300) throw new Error(reply.text);
    return reply.json;
  };
  const console = await setUpConsole(gateway);
  const { operator } = (await console.request('GET', '/console/session')).json;
  const accountOf = (user: { id: number }) => [{ platform: 'telegram', user_id: String(user.id) }];
  await send('POST', '/v1/people/new', { person_id: 'ada', name: 'Ada', operator_id: operator.id });
  await send('POST', '/v1/people/new', { person_id: 'bob', name: 'Bob', identities: accountOf(bob) });
  await send('POST', '/v1/people/new', { person_id: 'cy', name: 'Cy' });
  await send('POST', '/v1/groups/new', { group_id: 'leads', name: 'Leads', members: ['bob', 'ada'] });
  await send('POST', '/v1/policies/new', { policy_id: 'two', name: 'Two', approvals: 2 });
  const press = (button: string) => telegram.press({ chat: team, user: bob, button });
  const answerers = async (num = 1) => (await console.request('GET', `/v1/prompts/${num}/answerers`)).json;
  const codes = async (num = 1) => (await answerers(num)).problems.map(({ code }: { code: string }) => code);
  return { ...asking, clock, bob, send, console, accountOf, press, answerers, codes };
}

const named = ({ missing }: { missing: { name: string }[] }) => missing.map(({ name }) => name);

onEveryEngine((engine) => {
  it('the missing people of a prompt are those on all lists, by name, without voters and the requester', async () => {
    const { ask, send, press, answerers, bob } = await startTeam(engine);
    await ask({ ...decision, policy: 'two', approvers: [{ group: 'leads' }] });
    expect(await answerers()).toEqual({
      you: { refusal: null, reason_until: null },
      anybody: false,
      missing: [
        { person_id: 'ada', platform: null, user_id: null, name: 'Ada' },
        { person_id: 'bob', platform: null, user_id: null, name: 'Bob' },
      ],
      missing_count: 2,
      problems: [],
      hindrances: [],
    });
    await press('Approve');
    expect(named(await answerers())).toEqual(['Ada']);

    await ask({ ...question, approvers: [{ group: 'leads' }, { user_id: '77' }, { user_id: String(bob.id) }] });
    expect(named(await answerers(2))).toEqual(['77', 'Ada', 'Bob']);
    await send('PATCH', '/v1/channels/team', { approvers: [{ person: 'bob' }] });
    expect(await answerers(2)).toMatchObject({
      you: { refusal: expect.stringContaining('Only the group Leads') },
      missing: [{ name: 'Bob' }],
    });

    await send('PATCH', '/v1/channels/team', { approvers: null });
    await send('POST', '/v1/policies/new', { policy_id: 'other', name: 'Other', requester_may_answer: false });
    await ask({ ...question, approvers: [{ group: 'leads' }], policy: 'other', requested_by: { person: 'ada' } });
    expect(await answerers(3)).toMatchObject({
      you: { refusal: expect.stringContaining('on your behalf') },
      missing: [{ name: 'Bob' }],
    });
    await ask(question);
    expect(await answerers(4)).toMatchObject({ anybody: true, missing: [], missing_count: 0, problems: [] });
  });
});

it('of many missing people the first 20 are named and all are counted', async () => {
  const { ask, send, answerers, accountOf } = await startTeam();
  const ids = Array.from({ length: 25 }, (_, index) => `p${index + 100}`);
  for (const [index, id] of ids.entries())
    await send('POST', '/v1/people/new', { person_id: id, name: id, identities: accountOf({ id: 9000 + index }) });
  await send('POST', '/v1/groups/new', { group_id: 'many', name: 'Many', members: ids });
  await ask({ ...question, approvers: [{ group: 'many' }] });
  const found = await answerers();
  expect(found.missing_count).toBe(25);
  expect(named(found)).toEqual(ids.slice(0, 20));
});

it('a prompt says that a group is empty and that too few people are left', async () => {
  const { ask, send, press, answerers, codes } = await startTeam();
  await ask({ ...decision, policy: 'two', approvers: [{ group: 'leads' }] });
  expect(await codes()).toEqual([]);
  await send('PATCH', '/v1/groups/leads', { members: ['bob'] });
  expect((await answerers()).problems).toEqual([
    {
      code: 'too_few_people',
      message: expect.stringMatching(/^2 people have to agree, and only 1 is left .*: add people/),
      channel_id: null,
    },
  ]);
  await press('Approve');
  await send('PATCH', '/v1/groups/leads', { members: [] });
  const { problems, hindrances, you } = await answerers();
  expect(problems).toMatchObject([
    { code: 'empty_group', message: 'The group “leads” has no members: add people to it.' },
    { code: 'too_few_people', message: expect.stringMatching(/^1 more person has to agree, and no one is left/) },
  ]);
  expect(hindrances).toEqual(problems);
  expect(you.refusal).toBe('Only the group Leads may answer question #1.');
});

it('a prompt is not short of people who can change their votes', async () => {
  const { ask, press, codes, send } = await startTeam();
  await send('PATCH', '/v1/policies/two', { rejections: 2 });
  await ask({ ...decision, policy: 'two', approvers: [{ group: 'leads' }] });
  await press('Reject');
  expect(await codes()).toEqual([]);
});

it('a prompt says which approvers cannot be reached, and that no one may answer', async () => {
  const { ask, send, answerers } = await startTeam();
  await ask({ ...question, approvers: [{ person: 'bob' }, { person: 'cy' }] });
  expect((await answerers()).problems).toMatchObject([
    { code: 'unreachable_approver', message: expect.stringMatching(/^Cy has no account .*: add an account/) },
  ]);
  expect(named(await answerers())).toEqual(['Bob']);
  await send('PATCH', '/v1/people/bob', { identities: [] });
  expect((await answerers()).problems).toMatchObject([
    { code: 'unreachable_approver', message: expect.stringMatching(/^Bob, Cy have no account/) },
    { code: 'too_few_people', message: expect.stringMatching(/^No one may answer/) },
  ]);
});

it('a prompt says that its channel is inactive or refused by the platform', async () => {
  const { ask, send, answerers, gateway } = await startTeam();
  await ask(question);
  await gateway.request('DELETE', '/v1/channels/team');
  expect((await answerers()).problems).toMatchObject([{ code: 'channel_inactive', channel_id: 'team' }]);
  await send('PATCH', '/v1/channels/team', { credentials: { bot_token: '123:wrong' } });
  await send('POST', '/v1/channels/team/test');
  await expect
    .poll(async () => (await answerers()).problems, { timeout: 20_000 })
    .toMatchObject([{ code: 'channel_failing', channel_id: 'team', message: expect.stringContaining('refuse') }]);
});

it('the operator who decided can give a reason until it is no longer waited for, and others cannot', async () => {
  const { ask, press, answerers, console, clock } = await startTeam();
  const asking = { ...decision, ask_reason: 'on_reject', reason_wait_sec: 60 };
  const answer = (num: number, more: object) =>
    console.request('POST', `/v1/prompts/${num}/answer`, { type: 'decision', value: 'reject', ...more });
  await ask(asking);
  await answer(1, {});
  const until = new Date(clock.now() + 60_000).toISOString();
  expect(await answerers()).toMatchObject({ you: { refusal: null, reason_until: until }, missing: [] });
  expect(await answer(1, { reason: 'Too risky' })).toMatchObject({
    status: 200,
    json: { decision: { reason: 'Too risky' } },
  });
  expect((await answerers()).you.reason_until).toBeNull();

  await ask(asking);
  await answer(2, {});
  clock.skip(61_000);
  expect((await answerers(2)).you.reason_until).toBeNull();
  await ask(asking);
  await press('Reject');
  expect((await answerers(3)).you.reason_until).toBeNull();
});

it('the answerers of a prompt are shown to operators only', async () => {
  const { ask, gateway, console } = await startTeam();
  await ask(question);
  expect((await gateway.request('GET', '/v1/prompts/1/answerers')).status).toBe(403);
  expect((await console.request('GET', '/v1/prompts/2/answerers')).status).toBe(404);
});
