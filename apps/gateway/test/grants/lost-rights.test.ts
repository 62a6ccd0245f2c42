import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { startOnce } from '../harness/shared.js';
import { newOperator } from '../harness/new-operator.js';
import { startAttacked } from './attacked.js';

const lost = { ended_reason: 'not_an_approver', ended_by: null };

onEveryEngine((engine) => {
  describe('a standing approval of somebody in a chat', () => {
    const started = startOnce(() => startAttacked(engine));

    it('ends when they leave the group or the list of the channel, lose their account, or the channel gets another chat', async () => {
      const { giveInTeam, isCovered, own, inTeam, ada, bob, owner, grant, telegram, list } = started();
      const person = {
        person_id: 'bob',
        name: 'bob',
        identities: [{ platform: 'telegram', user_id: String(bob.id) }],
      };
      await owner('PATCH', '/v1/rules/deployments', { then: { approvers: [{ group: 'leads' }, { person: 'cy' }] } });
      for (const [what, takes, returns] of [
        [
          'the group',
          () => owner('PATCH', '/v1/groups/leads', { members: ['ada'] }),
          () => owner('PATCH', '/v1/groups/leads', { members: ['ada', 'bob'] }),
        ],
        [
          'the account',
          () => owner('PATCH', '/v1/people/bob', { identities: [] }),
          () => owner('PATCH', '/v1/people/bob', { identities: person.identities }),
        ],
        [
          'the channel',
          () => owner('PATCH', '/v1/channels/team', { approvers: [{ person: 'ada' }] }),
          () => owner('PATCH', '/v1/channels/team', { approvers: null }),
        ],
        [
          'the chat',
          () => owner('PATCH', '/v1/channels/team', { target_chat_id: String(ada.id) }),
          () =>
            owner('PATCH', '/v1/channels/team', {
              target_chat_id: String(started().team.id),
              credentials: { bot_token: telegram.token },
            }),
        ],
      ] as const) {
        const args = own();
        const given = await giveInTeam([[bob]], args);
        expect(await isCovered(args, inTeam), what).toBe(true);
        const taken = await takes();
        expect(taken.status, `${what}: ${taken.text}`).toBe(200);
        const active = await list('?state=active');
        expect(active.map(({ grant_id: id }) => id)).not.toContain(given?.['grant_id']);
        expect(await grant(given?.['grant_id']), what).toMatchObject(lost);
        const back = await returns();
        expect(back.status, `${what}: ${back.text}`).toBe(200);
        expect(await isCovered(args, inTeam), what).toBe(false);
      }
    });

    it('answers nothing while the bot of its channel is one that an agent chose, and has ended then', async () => {
      const { giveInTeam, own, ada, agent, telegram, grant, post, owner } = started();
      await owner('PATCH', '/v1/rules/deployments', { then: { approvers: null } });
      const args = own();
      const given = await giveInTeam([[ada]], args);
      const swapped = await agent.request('PATCH', '/v1/channels/team', { credentials: { bot_token: telegram.token } });
      expect(swapped.status, swapped.text).toBe(200);
      const action = { name: 'deploy', args: { env: 'staging', version: '1', ...args } };
      const asked = await post({ channel_id: 'team', action });
      expect(asked.json.state ?? asked.status).not.toBe('answered');
      expect(await grant(given?.['grant_id'])).toMatchObject(lost);
      await owner('PATCH', '/v1/channels/team', { credentials: { bot_token: telegram.token } });
      expect((await post({ channel_id: 'team', action })).json.state).toBe('pending');
    });

    it('is not given by a press of somebody who may not answer, nor ended by them', async () => {
      const { askFor, own, pressAs, cy, bob, isAnswered, list, inTeam, grant, giveInTeam } = started();
      const only = { ...inTeam, approvers: [{ person: 'bob' }] };
      const asked = await askFor(own(), only);
      expect((await pressAs(cy)).notice).toContain('Only');
      expect(await isAnswered(asked.prompt_num)).toBe(false);
      expect((await list()).filter(({ prompt_id: id }) => id === asked.prompt_id)).toEqual([]);
      await pressAs(bob);
      await expect.poll(() => isAnswered(asked.prompt_num)).toBe(true);

      const given = await giveInTeam([[bob]], own(), { approvers: [{ person: 'bob' }] });
      await expect
        .poll(async () => (await pressAs(cy, 'Stop').catch(() => ({ notice: '' }))).notice)
        .toContain('Only who could answer');
      expect(await grant(given?.['grant_id'])).toMatchObject({ ended_at: null });
      await pressAs(bob, 'Stop');
      await expect.poll(async () => (await grant(given?.['grant_id'])).ended_reason).toBe('stopped');
    });

    it('is not given by the requester, whom the policy excludes', async () => {
      const { askFor, own, pressAs, ada, bob, owner, isAnswered, inTeam, list } = started();
      await owner('POST', '/v1/policies/new', {
        policy_id: 'others',
        name: 'Others',
        approvals: 1,
        requester_may_answer: false,
      });
      const args = own();
      const asked = await askFor(args, { ...inTeam, policy: 'others', requested_by: { person: 'ada' } });
      await pressAs(ada);
      expect(await isAnswered(asked.prompt_num)).toBe(false);
      await pressAs(bob);
      await expect.poll(() => isAnswered(asked.prompt_num)).toBe(true);
      expect((await list()).find(({ prompt_id: id }) => id === asked.prompt_id)).toMatchObject({
        given_by: [{ name: 'bob' }],
      });
    });
  });

  describe('a standing approval of an operator', () => {
    const started = startOnce(() => startAttacked(engine));

    it('ends when the operator is made a viewer or removed', async () => {
      const { gateway, browser, askFor, own, isCovered, grant, list } = started();
      for (const [what, takes] of [
        ['viewer', (id: string) => browser.request('PATCH', `/console/session/operators/${id}`, { role: 'viewer' })],
        ['removed', (id: string) => browser.request('DELETE', `/console/session/operators/${id}`)],
      ] as const) {
        const grace = await newOperator({ gateway, owner: browser }, 'operator');
        const args = own();
        const asked = await askFor(args);
        const answer = { type: 'decision', value: 'approve', grant_sec: 3600 };
        const given = await grace.browser.request('POST', `/v1/prompts/${asked.prompt_num}/answer`, answer);
        expect(given.status, given.text).toBe(200);
        expect(await isCovered(args), what).toBe(true);
        const record = (await list()).find(({ prompt_id: id }) => id === asked.prompt_id);
        expect((await takes(grace.id)).status).toBe(200);
        expect(await isCovered(args), what).toBe(false);
        expect(await grant(record?.['grant_id']), what).toMatchObject(lost);
      }
    });
  });
});
