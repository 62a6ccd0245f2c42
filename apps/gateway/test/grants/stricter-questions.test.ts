import { expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { startOnce } from '../harness/shared.js';
import { startAttacked } from './attacked.js';
import { deployWith } from './fixture.js';

onEveryEngine((engine) => {
  const started = startOnce(async () => {
    const attacked = await startAttacked(engine);
    await attacked.owner('POST', '/v1/policies/new', { policy_id: 'two', name: 'Two', approvals: 2 });
    await attacked.owner('POST', '/v1/policies/new', { policy_id: 'one', name: 'One', approvals: 1 });
    await attacked.owner('POST', '/v1/policies/new', {
      policy_id: 'others',
      name: 'Not the requester',
      approvals: 1,
      requester_may_answer: false,
    });
    return attacked;
  });

  it('a standing approval answers no question for which its giver is no approver, not the last one, or the requester', async () => {
    const { giveInTeam, isCovered, own, inTeam, ada, grant, bob } = started();
    const args = own();
    const given = await giveInTeam([[ada]], args);
    for (const more of [
      { approvers: [{ person: 'bob' }] },
      { approvers: [{ user_id: String(bob.id) }] },
      { policy: 'two' },
      { policy: 'others', requested_by: { person: 'ada' } },
      { policy: 'others', requested_by: { user_id: String(ada.id) } },
      { policy: 'two', approvers: [{ group: 'leads' }] },
    ])
      expect(await isCovered(args, { ...inTeam, ...more }), JSON.stringify(more)).toBe(false);
    for (const more of [
      {},
      { approvers: [{ person: 'ada' }] },
      { approvers: [{ group: 'leads' }] },
      { policy: 'one' },
      { policy: 'others', requested_by: { person: 'bob' } },
      { requested_by: { person: 'ada' } },
    ])
      expect(await isCovered(args, { ...inTeam, ...more }), JSON.stringify(more)).toBe(true);
    expect(await grant(given?.['grant_id'])).toMatchObject({ ended_at: null, uses: 6 });
  });

  it('a standing approval answers no question that is not asked in the chat where it was given', async () => {
    const { giveInTeam, isCovered, own, ada } = started();
    const args = own();
    await giveInTeam([[ada]], args);
    for (const more of [
      { channel_id: 'approvals' },
      { channel_id: 'oncall' },
      { channel_id: undefined, channels: ['approvals', 'oncall'] },
    ])
      expect(await isCovered(args, more), JSON.stringify(more)).toBe(false);
    for (const more of [{ channel_id: 'team' }, { channel_id: undefined, channels: ['oncall', 'team'] }])
      expect(await isCovered(args, more), JSON.stringify(more)).toBe(true);
  });

  it('a question in several chats is answered only if the lists of all of them have the giver', async () => {
    const { giveInTeam, isCovered, own, ada, owner } = started();
    const args = own();
    await giveInTeam([[ada]], args);
    const both = { channel_id: undefined, channels: ['team', 'approvals'] };
    await owner('PATCH', '/v1/channels/approvals', { approvers: [{ person: 'bob' }] });
    expect(await isCovered(args, both)).toBe(false);
    await owner('PATCH', '/v1/channels/approvals', { approvers: null });
    expect(await isCovered(args, both)).toBe(true);
  });

  it('a standing approval answers no question without the decision approve', async () => {
    const { giveInTeam, post, own, ada, inTeam } = started();
    const args = own();
    await giveInTeam([[ada]], args);
    const action = deployWith(args);
    const labelled = { decisions: ['approve', 'reject'], labels: { approve: 'Reject' } };
    for (const body of [
      { decisions: ['reject'] },
      { decisions: ['reject', 'edit'] },
      { decisions: ['respond'] },
      { decisions: undefined, options: ['Yes', 'No'] },
      { decisions: undefined, options: ['Yes', 'No'], approving_options: ['Yes'] },
      { decisions: undefined, options: ['approve', 'No'], approving_options: ['approve'] },
      { decisions: undefined, allow_text: true },
      labelled,
    ])
      expect((await post({ ...inTeam, action, ...body })).json.state, JSON.stringify(body)).not.toBe('answered');
    for (const body of [{ decisions: ['approve'] }, { decisions: ['reject', 'edit', 'approve'] }])
      expect((await post({ ...inTeam, action, ...body })).json.state, JSON.stringify(body)).toBe('answered');
  });

  it('a standing approval answers no question without its action, and none that another standing approval was given with', async () => {
    const { giveInTeam, askFor, post, own, ada, inTeam, pressAs, isAnswered } = started();
    const args = own();
    const earlier = await askFor(args, inTeam);
    await giveInTeam([[ada]], args);
    // It was asked before: it waits for people.
    expect(await isAnswered(earlier.prompt_num)).toBe(false);
    const plain = await post({ ...inTeam, action: undefined, decisions: ['approve', 'reject'] });
    expect(plain.json.state ?? 'pending').toBe('pending');
    await pressAs(ada, 'Approve');
  });

  it('a question keeps its own limits when a standing approval answers it: it lapses and is used once', async () => {
    const { giveInTeam, askFor, recordOf, own, ada, inTeam, agent, consume } = started();
    const args = own();
    await giveInTeam([[ada]], args);
    const asked = await askFor(args, { ...inTeam, consume_within_sec: 60 });
    expect(await recordOf(asked.prompt_num)).toMatchObject({ state: 'answered', consume_within_sec: 60 });
    const longer = await askFor(args, { ...inTeam, consume_within_sec: 3000 });
    expect(await recordOf(longer.prompt_num)).toMatchObject({ consume_within_sec: 300 });
    const use = () => consume(agent, { action: deployWith(args) }, Number(asked.prompt_num));
    expect((await use()).status).toBe(200);
    expect((await use()).json).toMatchObject({ code: 'already_consumed' });
  });

  it('the giver in the console answers further questions in any channel, as they could there', async () => {
    const { own, askFor, answer, isCovered } = started();
    const args = own();
    const asked = await askFor(args);
    expect((await answer(asked.prompt_num, { grant_sec: 3600 })).status).toBe(200);
    expect(await isCovered(args, { channel_id: 'team' })).toBe(true);
    expect(await isCovered(args, { channel_id: 'team', approvers: [{ person: 'bob' }] })).toBe(false);
  });
});
