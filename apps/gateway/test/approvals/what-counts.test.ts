import { describe, expect, it } from 'vitest';
import { adminKey, as, makeKey } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { action, args, digest, sha256, startKeyed } from './fixture.js';

describe('an approval', () => {
  it('lets nothing run before it is given, and nothing but what was approved', async () => {
    const { agent, ask, press, consume, reaches } = await startKeyed();
    await ask();
    expect(await consume(agent)).toMatchObject({ status: 409, json: { code: 'prompt_not_approved', retryable: true } });
    await press('Approve');
    await reaches(1, 'answered');
    const others = [
      { ...action, name: 'Deploy' },
      { ...action, name: 'deploy ' },
      { ...action, args: { ...args, replicas: 4 } },
      { ...action, args: { ...args, extra: null } },
      { ...action, args: { service: 'api', replicas: 3 } },
      { ...action, args: { ...args, service: 'ap\u0456' } },
      { name: 'deploy' },
    ];
    for (const other of others)
      expect(await consume(agent, { action: other })).toMatchObject({ status: 409, json: { code: 'action_changed' } });
    const same = { name: 'deploy', args: { dry: false, service: 'api', replicas: 3.0 } };
    expect((await consume(agent, { action: same })).status).toBe(200);
  });

  it('of a rejected, expired, cancelled or plain question lets nothing run', async () => {
    const { agent, approved, ask, press, consume, reaches, clock } = await startKeyed();
    await approved({}, 'Reject');
    await approved({ decisions: undefined, options: ['Yes', 'No'] }, 'Yes');
    await ask({ ttl_sec: 60 });
    await ask();
    await agent.request('POST', '/v1/prompts/4/cancel');
    await ask({ action: undefined, decisions: ['approve'] });
    await press('Approve');
    await reaches(5, 'answered');
    clock.advance(61_000);
    await reaches(3, 'expired');
    for (const num of [1, 2, 3, 4, 5])
      expect(await consume(agent, { action }, num)).toMatchObject({
        status: 409,
        json: { code: 'prompt_not_approved', retryable: false },
      });
  });

  it('of an edit lets the changed arguments run, and not those that were asked for', async () => {
    const { agent, ask, consume, telegram, ada, reaches } = await startKeyed();
    const receiver = await startReceiver();
    await ask({ callback_url: receiver.url });
    telegram.writeText({ chat: ada, text: 'ID:#1 replicas: 5' });
    await until(() =>
      telegram.messages({ chat: ada }).some((message) => message.reply_markup && message.text?.includes('replicas: 5')),
    );
    await telegram.press({ chat: ada, button: 'Use these' });
    const { decision } = await reaches(1, 'answered');
    const edited = sha256('{"args":{"dry":false,"replicas":5,"service":"api"},"name":"deploy"}');
    expect(decision).toMatchObject({ value: 'edit', action_digest: edited });
    const [callback] = await receiver.waitFor(1);
    expect(callback?.json.answer).toMatchObject({ value: 'edit', action_digest: edited });
    expect((await consume(agent)).json.code).toBe('action_changed');
    expect((await consume(agent, { action_digest: digest })).json.code).toBe('action_changed');
    expect(await consume(agent, { action_digest: edited })).toMatchObject({
      status: 200,
      json: { args: { ...args, replicas: 5 } },
    });
  });

  it('of a policy when the time is over can be used like that of a person', async () => {
    const { agent, ask, consume, gateway, reaches, clock } = await startKeyed();
    const receiver = await startReceiver();
    const policy = { policy_id: 'yes', name: 'Yes unless said', on_timeout: { decision: 'approve' } };
    expect((await as(gateway, adminKey)('POST', '/v1/policies/new', policy)).status).toBe(201);
    await ask({ policy: 'yes', ttl_sec: 60, callback_url: receiver.url });
    clock.advance(61_000);
    expect(await reaches(1, 'answered')).toMatchObject({ decided_by: 'policy', decision: { action_digest: digest } });
    expect((await receiver.waitFor(1))[0]?.json.answer).toMatchObject({ value: 'approve', action_digest: digest });
    expect((await consume(agent)).status).toBe(200);
  });

  it('of an option counts only for those that the question names as approving', async () => {
    const { agent, approved, consume, ask } = await startKeyed();
    const body = {
      decisions: undefined,
      options: ['Ship it', 'Ship slowly', 'No'],
      approving_options: ['Ship it', 'Ship slowly'],
    };
    await approved(body, '⛔ No');
    expect((await consume(agent)).json.code).toBe('prompt_not_approved');
    await approved(body, '✅ Ship slowly');
    expect(await consume(agent, { action }, 2)).toMatchObject({ status: 200, json: { args } });
    await ask(body);
    const refused = async (change: object) =>
      (
        await agent.request('POST', '/v1/prompts/new', {
          text: 'Go?',
          channel_id: 'approvals',
          action,
          ...body,
          ...change,
        })
      ).json.detail;
    expect(await refused({ approving_options: body.options })).toMatch(/^approving_options must not be all/);
    expect(await refused({ approving_options: ['Other'] })).toMatch(/^approving_options must be some of the options/);
    expect(await refused({ action: undefined })).toMatch(/needs an action/);
    expect(await refused({ action: undefined, approving_options: undefined, consume_within_sec: 5 })).toMatch(
      /^consume_within_sec needs an action/,
    );
  });

  it('is used by the key that asked, or by one with prompts:consume, and refusals are in the audit log', async () => {
    const { approved, consume, gateway, get } = await startKeyed();
    const admin = as(gateway, adminKey);
    await approved();
    const other = await makeKey(gateway, { preset: 'agent' });
    const elsewhere = await makeKey(gateway, { scopes: ['prompts:consume'], channels: ['oncall'] });
    const tool = await makeKey(gateway, { scopes: ['prompts:consume'] });
    expect((await consume(other)).status).toBe(403);
    expect((await consume(elsewhere)).status).toBe(404);
    expect((await consume(tool, { action: { name: 'other' } })).json.code).toBe('action_changed');
    expect((await consume(tool)).status).toBe(200);
    expect(await get(1)).toMatchObject({ consumed_by: tool.id });
    const late = await consume(tool);
    expect(late.json).toMatchObject({ code: 'already_consumed' });
    expect(late.json).not.toHaveProperty('consumed_by');
    const { json: entries } = await admin('GET', '/v1/audit?resource_id=%231');
    const list = entries as { action: string; actor: { id: string }; changes: { after: string }[] }[];
    expect(list.map(({ action: done, actor, changes }) => [done, actor.id, changes[0]?.after])).toEqual([
      ['prompt.consume_refused', tool.id, 'already_consumed'],
      ['prompt.consumed', tool.id, undefined],
      ['prompt.consume_refused', tool.id, 'action_changed'],
      ['prompt.consume_refused', other.id, 'forbidden'],
    ]);
  });

  it('is not taken back by a key, after it was used, nor after ten minutes', async () => {
    const { agent, approved, consume, gateway, clock } = await startKeyed();
    const console = await setUpConsole(gateway);
    const takeBack = (num: number) => console.request('POST', `/v1/prompts/${num}/withdraw`);
    await approved();
    expect((await agent.request('POST', '/v1/prompts/1/withdraw')).status).toBe(403);
    await consume(agent);
    expect((await takeBack(1)).json.code).toBe('approval_not_withdrawable');
    await approved();
    clock.advance(600_001);
    expect((await takeBack(2)).json.code).toBe('approval_not_withdrawable');
    expect((await consume(agent, { action }, 2)).status).toBe(200);
    await approved({}, 'Reject');
    expect((await takeBack(3)).json.code).toBe('approval_not_withdrawable');
  });

  it('is not used with a digest in another form, nor without exactly one of digest and action', async () => {
    const { agent, approved, consume } = await startKeyed();
    await approved();
    const bodies = [
      {},
      { action, action_digest: digest },
      { action_digest: digest.toUpperCase() },
      { action_digest: digest.slice(7) },
      { action_digest: `${digest} ` },
      { action: { ...action, summary: 'Deploys.' } },
    ];
    for (const body of bodies) expect((await consume(agent, body)).status, JSON.stringify(body)).toBe(400);
  });
});
