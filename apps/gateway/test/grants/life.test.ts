import { expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { deployWith, startGrants } from './fixture.js';

onEveryEngine((engine) => {
  it('Approve for 1 h approves the action and answers the next ones like it, until an hour has passed', async () => {
    const { askFor, give, grant, recordOf, atAda, agent, consume, clock, rule } = await startGrants(engine);
    const receiver = await startReceiver();
    const given = await give();
    expect(given).toMatchObject({
      prompt_id: '#1',
      channel_id: 'approvals',
      rule: { rule_id: 'deployments', version: rule.version },
      given_by: [{ platform: 'telegram', name: expect.any(String) }],
      action: { name: 'deploy', same: { service: 'api', env: 'staging' } },
      covers: 'deploy, with service = api and env = staging; version may differ; at most 50 times',
      uses: 0,
      max_uses: 50,
      last_used_at: null,
      ended_at: null,
      ended_by: null,
      ended_reason: null,
    });
    expect(Date.parse(String(given.until)) - Date.parse(String(given.given_at))).toBe(3_600_000);
    expect((await consume(agent, { action: deployWith() })).status).toBe(200);

    const messages = atAda().length;
    const answered = await askFor({ version: '1.0.1' }, { callback_url: receiver.url });
    expect(answered).toMatchObject({
      state: 'answered',
      message_id: null,
      grant_id: given.grant_id,
      decision: { type: 'decision', value: 'approve', args: deployWith({ version: '1.0.1' }).args },
    });
    expect(await recordOf(2)).toMatchObject({
      decided_by: 'grant',
      grant_id: given.grant_id,
      chat_id: null,
      posts: [],
      answered_by_id: null,
      consume_within_sec: 300,
    });
    expect((await receiver.waitFor(1))[0]?.json).toMatchObject({
      type: 'prompt.answered',
      decided_by: 'grant',
      grant_id: given.grant_id,
      answered_by: null,
      rule: { rule_id: 'deployments' },
    });
    expect(await grant(given.grant_id)).toMatchObject({ uses: 1, last_used_at: expect.any(String) });
    expect((await consume(agent, { action: deployWith() }, 2)).json).toMatchObject({ code: 'action_changed' });
    expect((await consume(agent, { action: deployWith({ version: '1.0.1' }) }, 2)).status).toBe(200);
    expect(atAda().length).toBeLessThanOrEqual(messages + 1);

    clock.advance(3_600_001);
    expect(await askFor({ version: '1.0.2' })).toMatchObject({ state: 'pending', grant_id: null });
    expect(await grant(given.grant_id)).toMatchObject({ ended_reason: 'expired', ended_at: given.until });
  });

  it('Stop below the message of a standing approval ends it, and approvals that it gave end, too', async () => {
    const { give, isCovered, grant, atAda, press, agent, consume } = await startGrants(engine);
    const given = await give();
    expect(await isCovered()).toBe(true);
    await until(() => atAda().some((text) => text.includes('Standing approval')));
    expect(atAda().at(-1)).toContain(
      'deploy, with service = api and env = staging; version may differ; at most 50 times',
    );
    await press('Stop');
    await until(async () => (await grant(given.grant_id)).ended_at !== null);
    expect(await grant(given.grant_id)).toMatchObject({ ended_reason: 'stopped', ended_by: { kind: 'person' } });
    expect((await consume(agent, { action: deployWith() }, 2)).json).toMatchObject({ code: 'approval_withdrawn' });
    expect(await isCovered()).toBe(false);
    await until(() => atAda().some((text) => text.includes('Ended at')));
  });

  it('an approval that is taken back after the time of its standing approval leaves that as it ended', async () => {
    const { give, grant, recordOf, telegram, ada, clock } = await startGrants(engine, {
      grants: { max_sec: 300, same: ['service', 'env'] },
    });
    const { grant_id: id } = await give('Approve for 5 min');
    clock.advance(301_000);
    telegram.writeText({ chat: ada, text: 'ID:#1 Take back' });
    await until(async () => (await recordOf(1)).withdrawn_at !== null);
    expect(await grant(id)).toMatchObject({ ended_reason: 'expired', ended_by: null });
  });
});
