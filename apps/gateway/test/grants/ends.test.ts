import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { until } from '../harness/until.js';
import { startAttacked } from './attacked.js';
import { deployWith, startGrants } from './fixture.js';

const withdrawn = { status: 409, json: { code: 'approval_withdrawn' } };

onEveryEngine((engine) => {
  describe('an approval that a standing approval gave', () => {
    it('is not used after the standing approval was ended, also if it was the last one', async () => {
      const { give, askFor, end, consume, agent, grant, owner, rule } = await startGrants(engine);
      await owner('PATCH', '/v1/rules/deployments', {
        then: { grants: { max_sec: 3600, same: ['service', 'env'], max_uses: 1 } },
      });
      expect(rule.version).toBeGreaterThan(0);
      const given = await give();
      const answered = await askFor({ version: '2' });
      expect(answered).toMatchObject({ state: 'answered' });
      expect(await grant(given['grant_id'])).toMatchObject({ uses: 1, ended_reason: 'used_up' });
      expect(await askFor({ version: '3' })).toMatchObject({ state: 'pending' });
      expect((await end(given['grant_id'])).status).toBe(200);
      const action = deployWith({ version: '2' });
      expect(await consume(agent, { action }, Number(answered.prompt_num))).toMatchObject(withdrawn);
      // The first approval was given by a person.
      expect((await consume(agent, { action: deployWith() })).status).toBe(200);
    });

    it('is not used after the time of the standing approval, also within its last second', async () => {
      const { askFor, consume, agent, clock, browserAnswer } = await startTimed();
      await browserAnswer({ service: 'short' }, 60);
      clock.advance(59_500);
      const late = await askFor({ service: 'short', version: '2' });
      expect(late.state).toBe('answered');
      clock.advance(600);
      const use = await consume(
        agent,
        { action: deployWith({ service: 'short', version: '2' }) },
        Number(late.prompt_num),
      );
      expect(use.status, use.text).toBe(409);
      expect(['approval_lapsed', 'approval_withdrawn']).toContain(use.json.code);
    });

    it('is not used after somebody took back the approval with which the standing approval was given', async () => {
      const { give, askFor, consume, agent, pressAs, ada, grant, owner } = await startAttacked(engine);
      const given = await give();
      const answered = await askFor({ version: '2' });
      await pressAs(ada, 'Take back', ada);
      await until(async () => (await grant(given['grant_id'])).ended_at !== null);
      expect(await grant(given['grant_id'])).toMatchObject({
        ended_reason: 'taken_back',
        ended_by: { kind: 'person' },
      });
      expect((await owner('GET', `/v1/audit?resource_id=${String(given['grant_id'])}`)).json).toMatchObject([
        { action: 'grant.ended', changes: [{ field: 'ended_reason', after: 'taken_back' }] },
        { action: 'grant.given' },
      ]);
      const action = deployWith({ version: '2' });
      expect(await consume(agent, { action }, Number(answered.prompt_num))).toMatchObject(withdrawn);
      expect(await askFor({ version: '3' })).toMatchObject({ state: 'pending' });
    });

    it('can be taken back by an operator, which ends no standing approval', async () => {
      const { give, askFor, consume, agent, browser, isCovered, grant } = await startAttacked(engine);
      const given = await give();
      const answered = await askFor({ version: '2' });
      const taken = await browser.request('POST', `/v1/prompts/${answered.prompt_num}/withdraw`);
      expect(taken.status, taken.text).toBe(200);
      const action = deployWith({ version: '2' });
      expect(await consume(agent, { action }, Number(answered.prompt_num))).toMatchObject(withdrawn);
      expect(await isCovered({ version: '3' })).toBe(true);
      expect(await grant(given['grant_id'])).toMatchObject({ ended_at: null });
    });
  });

  /** A gateway on which standing approvals of any time can be given. */
  async function startTimed() {
    const attacked = await startAttacked(engine);
    const browserAnswer = async (args: object, seconds: number) => {
      const asked = await attacked.askFor({ ...args });
      expect((await attacked.answer(asked.prompt_num, { grant_sec: seconds })).status).toBe(200);
    };
    return { ...attacked, browserAnswer };
  }

  it('a standing approval that expired stays expired when its approval is taken back or it is ended', async () => {
    const { browserAnswer, clock, list, browser, end } = await startTimed();
    await browserAnswer({}, 60);
    clock.advance(61_000);
    const [before] = await list();
    expect(before).toMatchObject({ ended_reason: 'expired' });
    expect((await end(before?.['grant_id'])).json).toEqual(before);
    const taken = await browser.request('POST', '/v1/prompts/1/withdraw');
    expect(taken.status, taken.text).toBe(200);
    expect(await list()).toEqual([before]);
  });

  it('retention of prompts takes the arguments from a standing approval, and that of the audit log deletes it', async () => {
    const { give, owner, clock, grant, list, gateway, own } = await startAttacked(engine);
    const { service } = own();
    const given = await give('Approve for 1 h', { service: `secret-${service}` });
    expect(JSON.stringify(given)).toContain('secret-');
    const settings = async (body: object) => {
      const reply = await owner('PATCH', '/v1/settings', body);
      expect(reply.status, reply.text).toBe(200);
    };
    await settings({ prompts_retention_enabled: true, prompts_retention_days: 1 });
    clock.advance(3 * 86_400_000);
    await until(async () => (await grant(given['grant_id'])).covers === null);
    const kept = await grant(given['grant_id']);
    expect(kept).toMatchObject({ action: { name: 'deploy', same: null }, covers: null, ended_reason: 'expired' });
    expect(JSON.stringify(await list())).not.toContain('secret-');
    await settings({ audit_retention_enabled: true, audit_retention_days: 1 });
    clock.advance(3 * 86_400_000);
    await until(async () => (await owner('GET', `/v1/grants/${String(given['grant_id'])}`)).status === 404);
    expect(await list()).toEqual([]);
    expect(gateway.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

// On a database server, the time of the server counts, which no test turns.
it('an approval that a standing approval gave lapses after 300 s', async () => {
  const { give, askFor, consume, agent, clock } = await startGrants();
  await give();
  const early = await askFor({ version: '2' });
  clock.advance(301_000);
  const use = await consume(agent, { action: deployWith({ version: '2' }) }, Number(early.prompt_num));
  expect(use.json).toMatchObject({ code: 'approval_lapsed' });
});
