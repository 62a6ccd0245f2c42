import { expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { startOnce } from '../harness/shared.js';
import { startAttacked } from './attacked.js';

const lifeOf = (grant: Readonly<Record<string, unknown>> | undefined) =>
  (Date.parse(String(grant?.['until'])) - Date.parse(String(grant?.['given_at']))) / 1000;

onEveryEngine((engine) => {
  const started = startOnce(async () => {
    const attacked = await startAttacked(engine);
    const { owner } = attacked;
    await owner('POST', '/v1/policies/new', { policy_id: 'two', name: 'Two', approvals: 2 });
    const grants = { max_sec: 14_400, same: ['service', 'env'] };
    await owner('PATCH', '/v1/rules/deployments', { then: { policy: 'two', grants } });
    return attacked;
  });

  it('a standing approval that needs two people has the shortest time that one of them wished', async () => {
    const { giveInTeam, own, ada, bob, isCovered, inTeam } = started();
    const args = own();
    const given = await giveInTeam([[ada, 'Approve for 4 h'], [bob]], args);
    expect(given?.['given_by']).toMatchObject([{ name: 'ada' }, { name: 'bob' }]);
    expect(lifeOf(given)).toBe(3600);
    expect(await isCovered(args, inTeam)).toBe(true);
  });

  it('one who approves only this action prevents a standing approval, at any place among the votes', async () => {
    const { giveInTeam, own, ada, bob, isCovered, inTeam } = started();
    for (const [first, second] of [
      ['Approve', 'Approve for 1 h'],
      ['Approve for 1 h', 'Approve'],
    ]) {
      const args = own();
      expect(
        await giveInTeam(
          [
            [ada, first],
            [bob, second],
          ],
          args,
        ),
      ).toBeUndefined();
      expect(await isCovered(args, inTeam)).toBe(false);
    }
  });

  it('a vote that replaces another also replaces its wish, in both directions, and also in the console', async () => {
    const { giveInTeam, own, ada, bob, askFor, inTeam, pressAs, answer, list, isAnswered, owner, browser } = started();
    const withdrawn = await giveInTeam([[ada], [ada, 'Approve'], [bob]], own());
    expect(withdrawn).toBeUndefined();
    expect(
      lifeOf(
        await giveInTeam(
          [
            [ada, 'Approve'],
            [ada, 'Approve for 4 h'],
            [bob, 'Approve for 4 h'],
          ],
          own(),
        ),
      ),
    ).toBe(14_400);

    const { operator } = (await browser.request('GET', '/console/session')).json;
    await owner('PATCH', '/v1/people/ada', { operator_id: operator.id });
    const asked = await askFor(own(), inTeam);
    await pressAs(ada);
    expect((await answer(asked.prompt_num)).status).toBe(200);
    await pressAs(bob);
    await expect.poll(() => isAnswered(asked.prompt_num)).toBe(true);
    expect((await list()).some(({ prompt_id: id }) => id === asked.prompt_id)).toBe(false);
    const wished = await askFor(own(), inTeam);
    await pressAs(ada, 'Approve');
    expect((await answer(wished.prompt_num, { grant_sec: 120 })).status).toBe(200);
    await pressAs(bob);
    await expect.poll(() => isAnswered(wished.prompt_num)).toBe(true);
    expect(lifeOf((await list()).find(({ prompt_id: id }) => id === wished.prompt_id))).toBe(120);
    await owner('PATCH', '/v1/people/ada', { operator_id: null });
  });

  it('one of two givers who may not answer a question any more is enough to have people asked', async () => {
    const { giveInTeam, own, ada, bob, isCovered, inTeam, grant } = started();
    const args = own();
    const given = await giveInTeam([[ada], [bob]], args);
    expect(await isCovered(args, { ...inTeam, approvers: [{ person: 'ada' }, { person: 'cy' }] })).toBe(false);
    expect(await isCovered(args, { ...inTeam, approvers: [{ group: 'leads' }] })).toBe(true);
    expect((await grant(given?.['grant_id'])).ended_at).toBeNull();
  });

  it('two accounts of one person are one vote: they give no standing approval, and joined later they answer nothing', async () => {
    const { own, askFor, ada, bob, giveInTeam, isCovered, inTeam, owner, pressAs, isAnswered, recordOf } = started();
    const both = [ada, bob].map(({ id }) => ({ platform: 'telegram', user_id: String(id) }));
    const args = own();
    await giveInTeam([[ada], [bob]], args);
    expect(await isCovered(args, inTeam)).toBe(true);
    await owner('DELETE', '/v1/people/bob');
    expect(await isCovered(args, inTeam)).toBe(true);
    expect((await owner('PATCH', '/v1/people/ada', { identities: both })).status).toBe(200);
    expect(await isCovered(args, inTeam)).toBe(false);
    const asked = await askFor(own(), inTeam);
    await pressAs(ada);
    await pressAs(bob);
    expect(await isAnswered(asked.prompt_num)).toBe(false);
    expect((await recordOf(asked.prompt_num)).votes).toHaveLength(1);
  });
});
