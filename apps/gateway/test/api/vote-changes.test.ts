import { describe, expect, it } from 'vitest';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { openBrowser, setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

/** A group chat of Ada, Bob, Cy and Eve. The group `leads` has Ada, Bob and Cy. The policy `two` needs two people. */
async function startTeam(engine: Engine, policy: object = {}) {
  const asking = await startAsking({ engine });
  const { telegram, gateway, ada } = asking;
  const [bob, cy, eve] = ['Bob', 'Cy', 'Eve'].map((firstName) => telegram.addUser({ firstName })) as [
    typeof ada,
    typeof ada,
    typeof ada,
  ];
  const team = telegram.addChat({ title: 'Team', members: [ada.id, bob.id, cy.id, eve.id] });
  await registerChannel(gateway, telegram, { id: 'team', chat: team });
  const send = async (method: string, path: string, body: object) => {
    const reply = await gateway.request(method, path, { body });
    if (reply.status >= 300) throw new Error(reply.text);
  };
  const identity = (...users: { id: number }[]) =>
    users.map(({ id }) => ({ platform: 'telegram', user_id: String(id) }));
  for (const [person_id, user] of [
    ['ada', ada],
    ['bob', bob],
    ['cy', cy],
  ] as const)
    await send('POST', '/v1/people/new', { person_id, name: user.first_name, identities: identity(user) });
  await send('POST', '/v1/groups/new', { group_id: 'leads', name: 'Leads', members: ['ada', 'bob', 'cy'] });
  await send('POST', '/v1/policies/new', { policy_id: 'two', name: 'Two', approvals: 2, rejections: 2, ...policy });
  const press = (user: { id: number }, button: string) => telegram.press({ chat: team, user, button });
  const reply = (user: { id: number }, text: string) => {
    const question = telegram.messages({ chat: team }).find((message) => message.text?.startsWith('Ship it?'));
    telegram.writeText({ chat: team, user, text, replyTo: question?.message_id ?? 0 });
  };
  const shown = () => telegram.messages({ chat: team }).map(({ text }) => text ?? '');
  return { ...asking, bob, cy, eve, team, send, identity, press, reply, shown };
}

const decide = { channel_id: 'team', policy: 'two', decisions: ['approve', 'reject'] };
const byLeads = { ...decide, approvers: [{ group: 'leads' }] };
const namesIn = (votes: { by: { name: string } }[]) => votes.map(({ by }) => by.name);
const reasonsIn = (votes: { reason: string | null }[]) => votes.map(({ reason }) => reason);

onEveryEngine((engine) => {
  describe('at the deciding press, a vote does not count', () => {
    it('of a person who has left the group of the approvers', async () => {
      const { ask, get, press, send, ada, bob, cy, shown } = await startTeam(engine);
      const receiver = await startReceiver();
      await ask({ ...byLeads, callback_url: receiver.url });
      await press(ada, 'Approve');
      await send('PATCH', '/v1/groups/leads', { members: ['bob', 'cy'] });
      await press(bob, 'Approve');
      expect(await get(1)).toMatchObject({ state: 'pending' });
      await until(() => shown().includes('1 of 2: Bob'));
      await press(cy, 'Approve');
      const [callback] = await receiver.waitFor(1);
      const record = await get(1);
      expect(record).toMatchObject({ state: 'answered', answer: 'approve' });
      expect(namesIn(record.votes)).toEqual(['Bob', 'Cy']);
      expect(callback?.json.votes).toEqual(record.votes);
    });

    it('of an account that the person has lost since', async () => {
      const { ask, get, press, send, ada, bob } = await startTeam(engine);
      await ask(byLeads);
      await press(ada, 'Approve');
      await send('PATCH', '/v1/people/ada', { identities: [] });
      await press(bob, 'Approve');
      expect(await get(1)).toMatchObject({ state: 'pending' });
    });

    it('of somebody whom the approvers of the channel leave out since', async () => {
      const { ask, get, press, send, ada, bob } = await startTeam(engine);
      await ask(decide);
      await press(ada, 'Approve');
      await send('PATCH', '/v1/channels/team', { approvers: [{ person: 'bob' }, { person: 'cy' }] });
      await press(bob, 'Approve');
      expect(await get(1)).toMatchObject({ state: 'pending' });
    });

    it.each([
      ['was removed', 'DELETE', undefined],
      ['may only read since', 'PATCH', { role: 'viewer' }],
    ] as const)('of an operator who %s', async (_, method, body) => {
      const { ask, get, press, gateway, bob, cy } = await startTeam(engine);
      const owner = await setUpConsole(gateway);
      const { link } = (await owner.request('POST', '/console/session/invitations', { role: 'operator' })).json;
      const grace = openBrowser(gateway);
      const person = { name: 'Grace', email: 'grace@example.com', password: 'nanoseconds of wire' };
      await grace.request('POST', '/console/session/accept', { token: link.split('#token=')[1], ...person });
      const { operator } = (await grace.request('GET', '/console/session')).json;
      await ask(decide);
      await grace.request('POST', '/v1/prompts/1/answer', { type: 'decision', value: 'approve' });
      expect(namesIn((await get(1)).votes)).toEqual(['Grace']);
      expect((await owner.request(method, `/console/session/operators/${operator.id}`, body)).status).toBe(200);
      await press(bob, 'Approve');
      expect(await get(1)).toMatchObject({ state: 'pending' });
      await press(cy, 'Approve');
      expect(namesIn((await get(1)).votes)).toEqual(['Bob', 'Cy']);
    });

    it('a second time when two accounts were joined to one person: the later one is the vote', async () => {
      const { ask, get, press, send, identity, ada, bob, cy, eve } = await startTeam(engine, { approvals: 3 });
      const receiver = await startReceiver();
      await ask({ ...decide, callback_url: receiver.url });
      await send('PATCH', '/v1/people/ada', { identities: [] });
      await press(ada, 'Approve');
      await press(eve, 'Approve');
      await send('PATCH', '/v1/people/ada', { identities: identity(ada, eve) });
      await press(bob, 'Approve');
      expect(await get(1)).toMatchObject({ state: 'pending' });
      await press(cy, 'Approve');
      const [callback] = await receiver.waitFor(1);
      const record = await get(1);
      expect(namesIn(record.votes)).toEqual(['Eve', 'Bob', 'Cy']);
      expect(callback?.json.votes).toEqual(record.votes);
    });
  });

  describe('the words of a vote', () => {
    it('are the same in record and callback when the voter became a person between press and words', async () => {
      const { ask, get, press, reply, send, identity, ada, eve } = await startTeam(engine);
      const receiver = await startReceiver();
      await ask({ ...decide, ask_reason: 'always', callback_url: receiver.url });
      await press(ada, 'Approve');
      await press(eve, 'Approve');
      await send('POST', '/v1/people/new', { person_id: 'eve', name: 'Eve', identities: identity(eve) });
      reply(eve, 'my words');
      const [callback] = await receiver.waitFor(1);
      const record = await get(1);
      expect(reasonsIn(record.votes)).toEqual([null, 'my words']);
      expect(callback?.json.votes).toEqual(record.votes);
      expect(callback?.json.answer).toEqual(record.decision);
    });

    it('are kept in the record and in a waiting callback when another person has decided in the meantime', async () => {
      const { ask, get, press, reply, ada, bob, shown } = await startTeam(engine);
      const receiver = await startReceiver();
      await ask({ ...decide, ask_reason: 'always', callback_url: receiver.url });
      await press(ada, 'Approve');
      await press(bob, 'Approve');
      reply(ada, 'first words');
      await until(async () => (await get(1)).votes[0].reason === 'first words');
      expect(receiver.received).toHaveLength(0);
      reply(bob, 'last words');
      const [callback] = await receiver.waitFor(1);
      expect(reasonsIn(callback?.json.votes)).toEqual(['first words', 'last words']);
      expect(callback?.json.votes).toEqual((await get(1)).votes);
      expect(shown().filter((text) => text.includes('reason for question #1 is recorded'))).toHaveLength(2);
    });

    it('are kept in the record and change nothing in a callback that was sent', async () => {
      const { ask, get, press, reply, ada, bob, cy } = await startTeam(engine, { rejections: 1 });
      const receiver = await startReceiver();
      await ask({ ...decide, policy: 'two', ask_reason: 'always', callback_url: receiver.url });
      await press(ada, 'Approve');
      await press(bob, 'Approve');
      reply(bob, 'go');
      const [callback] = await receiver.waitFor(1);
      expect(reasonsIn(callback?.json.votes)).toEqual([null, 'go']);
      reply(ada, 'later');
      await until(async () => (await get(1)).votes[0].reason === 'later');
      reply(cy, 'mine, too');
      reply(ada, 'again');
      await until(async () => (await get(1)).votes[0].reason === 'later');
      expect(receiver.received).toHaveLength(1);
    });
  });
});
