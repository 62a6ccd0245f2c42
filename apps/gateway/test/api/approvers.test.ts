import { describe, expect, it } from 'vitest';
import { registerChannel } from '../harness/gateway.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

/** A group chat of Ada, Bob and Cy, who are people except for Cy; `leads` are Ada and Bob. */
async function startTeam() {
  const asking = await startAsking();
  const { telegram, gateway, ada } = asking;
  const bob = telegram.addUser({ firstName: 'Bob' });
  const cy = telegram.addUser({ firstName: 'Cy' });
  const team = telegram.addChat({ title: 'Team', members: [ada.id, bob.id, cy.id] });
  await registerChannel(gateway, telegram, { id: 'team', chat: team });
  const post = (path: string, body: unknown) => gateway.request('POST', path, { body });
  const identity = (user: { id: number }) => [{ platform: 'telegram', user_id: String(user.id) }];
  await post('/v1/people/new', { person_id: 'ada', name: 'Ada', identities: identity(ada) });
  await post('/v1/people/new', { person_id: 'bob', name: 'Bob', identities: identity(bob) });
  await post('/v1/groups/new', { group_id: 'leads', name: 'Leads', members: ['ada', 'bob'] });
  const press = (user: { id: number }, button: string) => telegram.press({ chat: team, user, button });
  const shown = () => telegram.messages({ chat: team }).map(({ text }) => text ?? '');
  /** A reply to the question: in a group, a bot sees only replies and commands. */
  const reply = (user: { id: number }, text: string) => {
    const question = telegram.messages({ chat: team }).find((message) => message.text?.startsWith('Ship it?'));
    telegram.writeText({ chat: team, user, text, replyTo: question?.message_id ?? 0 });
  };
  const patch = (path: string, body: unknown) => gateway.request('PATCH', path, { body });
  return { ...asking, send: post, patch, bob, cy, team, press, reply, shown };
}

const question = { channel_id: 'team', options: ['Yes', 'No'] };

describe('approvers', () => {
  it('refuse all others privately, and the prompt stays pending until one of them answers', async () => {
    const { ask, get, press, cy, bob, gateway } = await startTeam();
    await ask({ ...question, approvers: [{ group: 'leads' }] });
    for (const button of ['Yes', 'No', 'Yes'])
      expect((await press(cy, button)).notice).toBe('Only the group Leads may answer question #1.');
    expect(await get(1)).toMatchObject({ state: 'pending', approvers: [{ group: 'leads' }], votes: [] });
    const audit = await gateway.request('GET', '/v1/audit?action=answer.refused');
    const refused = { action: 'answer.refused', resource: { id: '#1' }, actor: { name: 'Cy' } };
    expect(audit.json).toMatchObject([refused]);
    await press(bob, 'No');
    expect(await get(1)).toMatchObject({ state: 'answered', answer: 'No', decided_by: 'person' });
  });

  it('apply to texts, and a change of a group counts at once', async () => {
    const { ask, get, reply, cy, send, patch, shown } = await startTeam();
    await ask({ ...question, allow_text: true, approvers: [{ group: 'leads' }] });
    reply(cy, 'yes');
    await until(() => shown().some((text) => text.includes('Only the group Leads may answer')));
    expect(await get(1)).toMatchObject({ state: 'pending' });
    await send('/v1/people/new', {
      person_id: 'cy',
      name: 'Cy',
      identities: [{ platform: 'telegram', user_id: String(cy.id) }],
    });
    await patch('/v1/groups/leads', { members: ['cy'] });
    reply(cy, 'yes');
    expect(await get(1, '?wait=10')).toMatchObject({ state: 'answered', answer: 'Yes' });
  });

  it('of a prompt can only narrow the approvers of its channel', async () => {
    const { ask, get, press, ada, bob, patch, post } = await startTeam();
    await patch('/v1/channels/team', { approvers: [{ group: 'leads' }] });
    await ask({ ...question, approvers: [{ person: 'bob' }] });
    expect((await press(ada, 'Yes')).notice).toContain('Only Bob, and at the same time the group Leads');
    await press(bob, 'Yes');
    expect(await get(1)).toMatchObject({ state: 'answered' });
    const empty = await post({ ...question, text: 'Ship it?', approvers: [{ user_id: '99' }] });
    expect(empty).toMatchObject({ status: 400, json: { detail: expect.stringContaining('no one can answer') } });
    await patch('/v1/channels/team', { approvers: null });
    expect((await post({ ...question, text: 'Ship it?', approvers: [{ user_id: '99' }] })).status).toBe(200);
  });

  it('of a channel apply to its plain prompts, whose callbacks stay as they are', async () => {
    const { ask, press, cy, ada, patch } = await startTeam();
    const receiver = await startReceiver();
    await patch('/v1/channels/team', { approvers: [{ person: 'ada' }] });
    await ask({ ...question, callback_url: receiver.url });
    expect((await press(cy, 'Yes')).notice).toBe('Only Ada may answer question #1.');
    await press(ada, 'Yes');
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json).not.toHaveProperty('votes');
    expect(callback?.json.answer).toEqual({ type: 'option', value: 'Yes' });
  });

  it('appear with the policy in the record of a channel only if it has one of them', async () => {
    const { patch, gateway } = await startTeam();
    const team = async () => (await gateway.request('GET', '/v1/channels/team')).json;
    expect(Object.keys(await team()).filter((field) => ['approvers', 'policy'].includes(field))).toEqual([]);
    await patch('/v1/channels/team', { approvers: [{ person: 'ada' }] });
    expect(await team()).toMatchObject({ approvers: [{ person: 'ada' }], policy: null });
    await gateway.request('POST', '/v1/policies/new', { body: { policy_id: 'two', name: 'Two' } });
    await patch('/v1/channels/team', { approvers: null, policy: 'two' });
    expect(await team()).toMatchObject({ approvers: null, policy: 'two' });
  });

  it('are named by the people to whom their user ids belong', async () => {
    const { ask, press, ada, cy } = await startTeam();
    await ask({ ...question, approvers: [{ user_id: String(ada.id) }, { user_id: '99' }] });
    expect((await press(cy, 'Yes')).notice).toBe('Only Ada or the user 99 may answer question #1.');
  });

  it('refuse many people with at most 100 entries an hour in the audit log', { tags: ['slow'] }, async () => {
    const { ask, gateway, telegram, team } = await startTeam();
    await ask({ ...question, approvers: [{ group: 'leads' }] });
    const people = Array.from({ length: 110 }, (_, index) => telegram.addUser({ firstName: `P${index}` }));
    for (const user of people) {
      telegram.addMember(team, user);
      await telegram.press({ chat: team, user, button: 'Yes' });
    }
    const audit = await gateway.request('GET', '/v1/audit?action=answer.refused&limit=200');
    expect(audit.json).toHaveLength(100);
  });

  it.each([
    [{ approvers: [] }, 'at least one'],
    [{ approvers: [{ person: 'nobody' }] }, 'there is no person "nobody"'],
    [{ approvers: [{ group: 'none' }] }, 'there is no group "none"'],
    [{ approvers: [{ role: 'x' }] }, 'must be {"person": id}'],
  ])('that do not exist are refused with 400 (case %#)', async (prompt, problem) => {
    const { post } = await startTeam();
    const refused = await post({ ...question, text: 'Ship it?', ...prompt });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toContain(problem);
  });

  it('apply in the console, where an operator counts as the person that names them', async () => {
    const { ask, gateway, patch } = await startTeam();
    await ask({ ...question, approvers: [{ person: 'ada' }] });
    const operator = await setUpConsole(gateway);
    const answer = () => operator.request('POST', '/v1/prompts/1/answer', { type: 'option', value: 'Yes' });
    expect(await answer()).toMatchObject({ status: 403, json: { code: 'not_an_approver' } });
    const { json } = await operator.request('GET', '/console/session/operators');
    await patch('/v1/people/ada', { operator_id: json[0].id });
    expect(await answer()).toMatchObject({ status: 200, json: { answer: 'Yes' } });
  });
});

describe('requested_by', () => {
  it('is recorded unverified, as the agent wrote it', async () => {
    const { ask, get, cy } = await startTeam();
    await ask({ ...question, requested_by: { person: 'ada' } });
    expect(await get(1)).toMatchObject({ requested_by: { person: 'ada', name: 'Ada', verified: false } });
    await ask({ ...question, requested_by: { user_id: String(cy.id) } });
    expect(await get(2)).toMatchObject({ requested_by: { person: null, user_id: String(cy.id), verified: false } });
  });
});
