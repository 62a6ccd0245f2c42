import { expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { startOnce } from '../harness/shared.js';
import { startAttacked } from './attacked.js';

const grants = { max_sec: 3600, same: ['service', 'env'] };
const changed = { ended_reason: 'rule_changed', ended_by: null };

onEveryEngine((engine) => {
  const started = startOnce(() => startAttacked(engine));

  it('every change of what a rule says ends its standing approvals at once, and one of its place ends none', async () => {
    const { owner, give, grant, isCovered, own } = started();
    for (const change of [
      { then: { title: 'Deploy' } },
      { then: { title: null, grants: { ...grants, max_sec: 7200 } } },
      { then: { grants: { ...grants, same: ['service'] } } },
      { then: { grants: { ...grants, max_uses: 49 } } },
      { then: { grants: null } },
      { when: 'action.args.env == "staging"', then: { grants } },
      { actions: ['deploy', 'x'] },
      { then: { verdict: 'deny' } },
    ]) {
      const args = own();
      await owner('PATCH', '/v1/rules/deployments', { then: { verdict: 'ask', grants } });
      const given = await give('Approve for 1 h', args);
      expect(await isCovered(args)).toBe(true);
      await owner('PATCH', '/v1/rules/deployments', { position: 77 });
      expect(await isCovered(args)).toBe(true);
      expect((await owner('PATCH', '/v1/rules/deployments', change)).status).toBe(200);
      expect(await grant(given['grant_id']), JSON.stringify(change)).toMatchObject(changed);
      const { json: log } = await owner('GET', `/v1/audit?resource_id=${String(given['grant_id'])}`);
      expect(log, JSON.stringify(change)).toMatchObject([
        { action: 'grant.ended', actor: { kind: 'key' }, changes: [{ field: 'ended_reason', after: 'rule_changed' }] },
        { action: 'grant.given' },
      ]);
      expect(await isCovered(args), JSON.stringify(change)).toBe(false);
      // Back to what it was: another version.
      await owner('PATCH', '/v1/rules/deployments', {
        when: null,
        actions: ['deploy'],
        then: { verdict: 'ask', grants },
      });
      expect(await isCovered(args), JSON.stringify(change)).toBe(false);
    }
  });

  it('a rule that is deleted and created again with the same words takes over no standing approval', async () => {
    const { owner, give, grant, isCovered, own, addRule } = started();
    const args = own();
    const given = await give('Approve for 1 h', args);
    await owner('DELETE', '/v1/rules/deployments');
    expect(await grant(given['grant_id'])).toMatchObject(changed);
    expect(await isCovered(args)).toBe(false);
    await addRule({ rule_id: 'deployments', actions: ['deploy'], then: { grants } });
    expect(await isCovered(args)).toBe(false);
  });

  it('a rule that comes first, asks or denies instead, also where it has the same words', async () => {
    const { owner, give, isCovered, post, own, addRule } = started();
    const args = own();
    await give('Approve for 1 h', args);
    await addRule({ rule_id: 'first', position: 1, actions: ['deploy'], then: { grants } });
    expect(await isCovered(args)).toBe(false);
    await owner('PATCH', '/v1/rules/first', { then: { verdict: 'deny' } });
    const denied = await post({ action: { name: 'deploy', args: { env: 'staging', version: '1', ...args } } });
    expect(denied.json).toMatchObject({ state: 'answered', grant_id: null, decision: { value: 'reject' } });
    await owner('DELETE', '/v1/rules/first');
    expect(await isCovered(args)).toBe(true);
  });

  it('a condition that fails or does not hold any more has people asked, and offers nothing', async () => {
    const { owner, give, isCovered, askFor, own, atAda, answer } = started();
    const when = 'action.args.version < "2" || action.args.missing == 1';
    await owner('PATCH', '/v1/rules/deployments', { when });
    const args = own();
    await give('Approve for 1 h', args);
    expect(await isCovered({ ...args, version: '1.9' })).toBe(true);
    // It fails on the argument that is missing.
    expect(await isCovered({ ...args, version: '2.0' })).toBe(false);
    expect(atAda().at(-1)).not.toContain('also lets these run');
    const asked = await askFor({ ...args, version: 3 });
    expect(asked.state).toBe('pending');
    expect((await answer(asked.prompt_num, { grant_sec: 60 })).status).toBe(400);
    await owner('PATCH', '/v1/rules/deployments', { when: null });
  });

  it('a press on a question from before a change of its rule approves only that action', async () => {
    const { owner, askFor, press, isAnswered, list, isCovered, own, atAda } = started();
    const args = own();
    const asked = await askFor(args);
    await owner('PATCH', '/v1/rules/deployments', { then: { title: 'New' } });
    const messages = () => atAda().filter((text) => text.includes('Standing approval by')).length;
    const before = messages();
    await press('Approve for 1 h');
    await expect.poll(() => isAnswered(asked.prompt_num)).toBe(true);
    expect((await list()).some(({ prompt_id: id }) => id === asked.prompt_id)).toBe(false);
    expect(await isCovered(args)).toBe(false);
    const audit = (await owner('GET', '/v1/audit?limit=50')).json as unknown as { action: string; changes: unknown }[];
    const given = audit.filter(({ action }) => action === 'grant.given');
    expect(JSON.stringify(given)).not.toContain(`"${asked.prompt_id}"`);
    expect(messages()).toBe(before);
    await expect.poll(() => atAda().at(-2)).toContain('Approved: Approve (');
  });
});
