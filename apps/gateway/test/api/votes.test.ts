import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';
import type { Engine } from '../harness/engines.js';

async function startTeam(engine: Engine, policy: object) {
  const asking = await startAsking({ engine });
  const { telegram, gateway, ada } = asking;
  const [bob, cy] = [telegram.addUser({ firstName: 'Bob' }), telegram.addUser({ firstName: 'Cy' })];
  const team = telegram.addChat({ title: 'Team', members: [ada.id, bob.id, cy.id] });
  await registerChannel(gateway, telegram, { id: 'team', chat: team });
  const made = await gateway.request('POST', '/v1/policies/new', {
    body: { policy_id: 'two', name: 'Two people', approvals: 2, ...policy },
  });
  if (made.status !== 201) throw new Error(made.text);
  const press = (user: { id: number }, button: string) => telegram.press({ chat: team, user, button });
  /** A reply to the question: in a group, a bot sees only replies and commands. */
  const reply = (user: { id: number }, text: string) => {
    const question = telegram.messages({ chat: team }).find((message) => message.text?.startsWith('Ship it?'));
    telegram.writeText({ chat: team, user, text, replyTo: question?.message_id ?? 0 });
  };
  const shown = () => telegram.messages({ chat: team }).map(({ text }) => text ?? '');
  return { ...asking, bob, cy, team, press, reply, shown };
}

const decide = { channel_id: 'team', policy: 'two', decisions: ['approve', 'reject'] };
const names = (votes: { by: { name: string } }[]) => votes.map(({ by }) => by.name);

onEveryEngine((engine) => {
  describe('a prompt with a policy', () => {
    it('is answered by the second approval, and its callback carries the votes', async () => {
      const { ask, get, press, ada, bob, shown } = await startTeam(engine, {});
      const receiver = await startReceiver();
      await ask({ ...decide, callback_url: receiver.url });
      expect((await press(ada, 'Approve')).notice).toBe('Your vote is recorded. 1 of 2: Ada');
      await until(() => shown().includes('1 of 2: Ada'));
      expect(await get(1)).toMatchObject({ state: 'pending', votes: [{ decision: 'approve', by: { name: 'Ada' } }] });
      await press(ada, 'Approve');
      expect(await get(1)).toMatchObject({ state: 'pending' });
      await press(bob, 'Approve');
      const [callback] = await receiver.waitFor(1);
      expect(callback?.json).toMatchObject({
        decided_by: 'person',
        answer: { type: 'decision', value: 'approve' },
        answered_by: { id: String(bob.id) },
      });
      expect(names(callback?.json.votes)).toEqual(['Ada', 'Bob']);
      expect(await get(1)).toMatchObject({
        state: 'answered',
        decided_by: 'person',
        policy: { policy_id: 'two', approvals: 2 },
      });
      await until(() => shown().some((text) => text.includes('✅ Approve (Bob)')));
    });

    it('is answered by one rejection, and a second vote of a person replaces the first', async () => {
      const { ask, get, press, ada, bob } = await startTeam(engine, { rejections: 2 });
      await ask(decide);
      await press(ada, 'Approve');
      await press(ada, 'Reject');
      expect((await get(1)).votes).toMatchObject([{ decision: 'reject', by: { name: 'Ada' } }]);
      await press(bob, 'Approve');
      expect(await get(1)).toMatchObject({ state: 'pending' });
      await press(bob, 'Reject');
      expect(await get(1)).toMatchObject({ state: 'answered', answer: 'reject' });
    });

    it('decides when enough people press the same option', async () => {
      const { ask, get, press, ada, bob, cy } = await startTeam(engine, {});
      await ask({ channel_id: 'team', policy: 'two', options: ['Red', 'Blue'] });
      await press(ada, 'Red');
      await press(bob, 'Blue');
      expect(await get(1)).toMatchObject({ state: 'pending', votes: [{ option: 'Red' }, { option: 'Blue' }] });
      await press(cy, 'Blue');
      expect(await get(1)).toMatchObject({ state: 'answered', answer: 'Blue', answer_type: 'option' });
    });

    it('keeps the reason of each voter, and the callback waits for that of the decider only', async () => {
      const { ask, get, press, reply, ada, bob } = await startTeam(engine, { rejections: 2 });
      const receiver = await startReceiver();
      await ask({ ...decide, ask_reason: 'on_reject', callback_url: receiver.url });
      await press(ada, 'Reject');
      reply(ada, 'too risky');
      await until(async () => (await get(1)).votes[0].reason === 'too risky');
      await press(bob, 'Reject');
      expect(receiver.received).toHaveLength(0);
      reply(bob, 'agreed');
      const [callback] = await receiver.waitFor(1);
      expect(callback?.json.answer).toMatchObject({ value: 'reject', reason: 'agreed' });
      expect(callback?.json.votes.map(({ reason }: { reason: string }) => reason)).toEqual(['too risky', 'agreed']);
    });

    it('gives the right count once when many people vote at the same time', async () => {
      const { ask, get, telegram, team } = await startTeam(engine, { approvals: 10 });
      const receiver = await startReceiver();
      const people = Array.from({ length: 30 }, (_, index) => telegram.addUser({ firstName: `P${index}` }));
      for (const user of people) telegram.addMember(team, user);
      await ask({ ...decide, callback_url: receiver.url });
      await Promise.all(people.map((user) => telegram.press({ chat: team, user, button: 'Approve', stale: true })));
      expect((await receiver.waitFor(1))[0]?.json.votes).toHaveLength(10);
      expect(await get(1)).toMatchObject({ state: 'answered', answer: 'approve' });
      expect((await get(1)).votes).toHaveLength(10);
      expect(receiver.received).toHaveLength(1);
    });
  });

  describe('a policy', () => {
    it('that does not fit the prompt is refused with 400', async () => {
      const { post, gateway } = await startTeam(engine, {
        requester_may_answer: false,
        on_timeout: { decision: 'reject' },
      });
      const refused = async (prompt: object) => {
        const reply = await post({ text: 'Ship it?', ...decide, ...prompt });
        expect(reply.status).toBe(400);
        return reply.json.detail;
      };
      expect(await refused({ policy: 'none' })).toContain('there is no policy "none"');
      expect(await refused({})).toContain('requested_by is required');
      const by = { requested_by: { user_id: '5' } };
      expect(await refused({ ...by, decisions: ['approve'] })).toContain('does not offer this decision');
      expect(await refused({ ...by, ttl_sec: 0 })).toContain('ttl_sec: must not be 0');
      expect(await refused({ ...by, decisions: ['approve', 'reject', 'respond'] })).toContain(
        'respond cannot be combined',
      );
      expect(await refused({ ...by, approvers: [{ user_id: '5' }, { user_id: '6' }] })).toContain(
        'needs 2 people, and only 1',
      );
      await gateway.request('POST', '/v1/policies/new', { body: { policy_id: 'other', name: 'Other' } });
      await gateway.request('PATCH', '/v1/channels/team', { body: { policy: 'other' } });
      expect(await refused(by)).toContain('prescribes the policy "other"');
      expect((await gateway.request('DELETE', '/v1/policies/other')).status).toBe(409);
    });

    it('applies to a prompt as it was when the prompt was created', async () => {
      const { ask, get, gateway } = await startTeam(engine, {});
      await ask(decide);
      await gateway.request('PATCH', '/v1/policies/two', { body: { approvals: 3 } });
      expect((await get(1)).policy.approvals).toBe(2);
    });

    it('with requester_may_answer false refuses the vote of the requester', async () => {
      const { ask, get, press, ada, bob } = await startTeam(engine, { approvals: 1, requester_may_answer: false });
      await ask({ ...decide, requested_by: { user_id: String(ada.id) } });
      expect((await press(ada, 'Approve')).notice).toContain('somebody else must answer');
      await press(bob, 'Approve');
      expect(await get(1)).toMatchObject({ state: 'answered' });
    });
  });
});
