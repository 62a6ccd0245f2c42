import { describe, expect, it } from 'vitest';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { startAsking } from './asking.js';

/** A group chat of Ada and Bob, who are the people of the group `leads`. */
async function startTeam(engine: Engine) {
  const asking = await startAsking({ engine });
  const { telegram, gateway, ada } = asking;
  const bob = telegram.addUser({ firstName: 'Bob' });
  const team = telegram.addChat({ title: 'Team', members: [ada.id, bob.id] });
  await registerChannel(gateway, telegram, { id: 'team', chat: team });
  const send = async (method: string, path: string, body?: unknown) => {
    const reply = await gateway.request(method, `/v1/${path}`, { body });
    expect(reply.status, reply.text).toBeLessThan(300);
  };
  for (const { first_name: name, id } of [ada, bob])
    await send('POST', 'people/new', {
      person_id: name.toLowerCase(),
      name,
      identities: [{ platform: 'telegram', user_id: String(id) }],
    });
  await send('POST', 'groups/new', { group_id: 'leads', name: 'Leads', members: ['ada', 'bob'] });
  const press = async (user: { id: number }, button: string, chat: { id: number } = team) =>
    (await telegram.press({ chat, user, button })).notice;
  return { ...asking, send, bob, press };
}

const question = { channel_id: 'team', options: ['Yes', 'No'] };

onEveryEngine((engine) => {
  describe('a question that waits', () => {
    it('can be answered by the approvers who are left after its group became empty', async () => {
      const { ask, get, send, press, ada, bob } = await startTeam(engine);
      await ask({ ...question, approvers: [{ group: 'leads' }, { person: 'bob' }] });
      await send('PATCH', 'groups/leads', { members: [] });
      expect(await press(ada, 'Yes')).toBe('Only the group Leads or Bob may answer question #1.');
      expect(await press(bob, 'No')).toContain('Recorded');
      expect(await get(1)).toMatchObject({ state: 'answered', answer: 'No' });
    });

    it('can be answered by the others after a person of its group was removed', async () => {
      const { ask, get, send, press, ada, bob, gateway } = await startTeam(engine);
      await ask({ ...question, approvers: [{ group: 'leads' }] });
      await send('DELETE', 'people/ada');
      expect(await press(ada, 'Yes')).toBe('Only the group Leads may answer question #1.');
      expect((await gateway.request('DELETE', '/v1/groups/leads')).json.detail).toContain('#1');
      expect(await press(bob, 'Yes')).toContain('Recorded');
      expect(await get(1)).toMatchObject({ state: 'answered' });
    });

    it('counts one vote of somebody who is removed from the people, or added to them, between two presses', async () => {
      const { ask, get, send, press, ada, bob } = await startTeam(engine);
      await send('POST', 'policies/new', { policy_id: 'two', name: 'Two people', approvals: 2 });
      await ask({ ...question, policy: 'two' });
      await press(ada, 'Yes');
      await send('DELETE', 'people/ada');
      expect(await press(ada, 'Yes')).toContain('1 of 2');
      await send('POST', 'people/new', {
        person_id: 'countess',
        name: 'Countess',
        identities: [{ platform: 'telegram', user_id: String(ada.id) }],
      });
      expect(await press(ada, 'Yes')).toContain('1 of 2');
      expect((await get(1)).votes).toMatchObject([{ by: { person_id: 'countess' } }]);
      await press(bob, 'Yes');
      expect(await get(1)).toMatchObject({ state: 'answered' });
    });

    it('can be answered in its other chat after its first channel was deactivated', async () => {
      const { ask, get, send, press, ada, bob } = await startTeam(engine);
      await send('PATCH', 'channels/team', { approvers: [{ group: 'leads' }] });
      await ask({ ...question, channels: ['team', 'approvals'] });
      await send('DELETE', 'channels/team');
      expect(await press(bob, 'Yes')).not.toContain('Recorded');
      expect(await press(ada, 'Yes', ada)).toContain('Recorded');
      expect(await get(1)).toMatchObject({ state: 'answered', answered_by_id: String(ada.id) });
    });
  });
});
