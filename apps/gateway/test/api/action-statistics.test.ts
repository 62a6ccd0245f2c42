import { getPromptStatistics, getStatistics } from '@gateway/contract';
import { expect, it } from 'vitest';
import { startGrants } from '../grants/fixture.js';
import { onEveryEngine } from '../harness/engines.js';
import { makeKey } from '../harness/keys.js';

const window = { query: { window: '7d' } } as const;

onEveryEngine((engine) => {
  it('the statistics of an action count people, standing approvals, rules and time-outs apart, and times of people only', async () => {
    const { gateway, owner, addRule, askFor, give, post, press, reaches, clock, ada } = await startGrants(engine);
    await addRule({ rule_id: 'reads', actions: ['*.read'], then: { verdict: 'allow' } });
    // By a person at once, then by the standing approval.
    await give();
    for (const version of ['1.0.1', '1.0.2']) expect((await askFor({ version })).state).toBe('answered');
    // By a person after 3 seconds, by a policy when the time is over, and not yet.
    const policy = { policy_id: 'strict', name: 'Strict', on_timeout: { decision: 'reject' } };
    expect((await owner('POST', '/v1/policies/new', policy)).status).toBe(201);
    const refused = await askFor({ env: 'prod' });
    clock.advance(3000);
    await press('Reject');
    await reaches(refused.prompt_num, 'answered');
    const late = await askFor({ env: 'prod' }, { ttl_sec: 60, policy: 'strict' });
    clock.advance(60_000);
    await reaches(late.prompt_num, 'answered');
    await askFor({ env: 'prod' });
    for (let count = 0; count < 3; count += 1) await post({ action: { name: 'mail.read' } });
    clock.advance(5000);
    const answers = { approved: 1, edited: 0, rejected: 1, under_2_s: 1, median_answer_ms: 1500 };
    const { total, breakdown } = await gateway.call(getPromptStatistics, window);
    expect(breakdown.actions).toEqual([
      {
        name: 'deploy',
        asked: 4,
        pending: 1,
        by_grant: 2,
        by_rule: 0,
        ...answers,
        people: [
          {
            person_id: null,
            operator_id: null,
            platform: 'telegram',
            user_id: String(ada.id),
            name: 'Ada',
            ...answers,
          },
        ],
      },
      {
        name: 'mail.read',
        asked: 0,
        pending: 0,
        by_grant: 0,
        by_rule: 3,
        approved: 0,
        edited: 0,
        rejected: 0,
        under_2_s: 0,
        median_answer_ms: null,
        people: [],
      },
    ]);
    expect(total).toMatchObject({ created: 9, median_answer_ms: 1500, p90_answer_ms: 3000 });
    expect(breakdown.channels).toMatchObject([{ channel_id: 'approvals', created: 9, median_answer_ms: 1500 }]);
    expect(breakdown.people).toMatchObject([{ answered: 2, median_answer_ms: 1500 }]);
    expect(await gateway.call(getStatistics, window)).toMatchObject({ median_answer_ms: 1500 });
  });

  it('the statistics of actions have no people without people:read, and a key of one channel sees its actions only', async () => {
    const { gateway, ask, press, reaches, clock } = await startGrants(engine);
    const asked = await ask();
    await press('Approve');
    await reaches(asked.prompt_num, 'answered');
    await ask({ channel_id: 'oncall', action: { name: 'page', args: { service: 'api' } } });
    clock.advance(5000);
    const actionsOf = async (rights: Parameters<typeof makeKey>[1]) =>
      (await (await makeKey(gateway, rights)).request('GET', '/v1/statistics/prompts')).json['breakdown'];
    expect(await actionsOf({ scopes: ['status:read'] })).toMatchObject({
      actions: [
        { name: 'deploy', approved: 1, people: null },
        { name: 'page', asked: 1, pending: 1, people: null },
      ],
    });
    expect(await actionsOf({ scopes: ['status:read', 'people:read'], channels: ['approvals'] })).toMatchObject({
      actions: [{ name: 'deploy', people: [{ platform: 'telegram', approved: 1 }] }],
    });
    expect(await actionsOf({ scopes: ['status:read'], channels: ['oncall'] })).toMatchObject({
      actions: [{ name: 'page' }],
    });
  });
});
