import { expect, it } from 'vitest';
import { listAudit, type Policy } from '@gateway/contract';
import { onEveryEngine } from '../harness/engines.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';

const channel = (channel_id: string, channel_type: 'PROMPT' | 'MESSAGE') => ({
  channel_id,
  channel_type,
  platform: 'telegram',
  target_chat_id: '1',
  credentials: { bot_token: '123456:ABC-DEF' },
  ...(channel_type === 'MESSAGE' && { callback_url: 'https://agent.example.com/answers' }),
});

onEveryEngine((engine) => {
  const shared = startOnce(async () => {
    const gateway = await startKeyedGateway({ engine });
    for (const body of [channel('questions', 'PROMPT'), channel('chat', 'MESSAGE')])
      await gateway.request('POST', '/v1/channels/new', { body });
    await gateway.request('POST', '/v1/people/new', { body: { person_id: 'ada', name: 'Ada' } });
    return gateway;
  });
  const post = (body: unknown) => shared().request('POST', '/v1/policies/new', { body });
  const patch = (id: string, body: unknown) => shared().request('PATCH', `/v1/policies/${id}`, { body });

  it('policies are created with defaults, changed one rule at a time, and deleted', async () => {
    const made = await post({ policy_id: 'plain', name: 'Plain' });
    const defaults: Policy = {
      policy_id: 'plain',
      name: 'Plain',
      approvals: 1,
      rejections: 1,
      requester_may_answer: true,
      steps: [],
      on_timeout: null,
    };
    expect(made).toMatchObject({ status: 201, json: defaults });
    expect((await post({ policy_id: 'plain', name: 'Plain' })).status).toBe(409);

    const steps = [
      { after_sec: 60, remind: true },
      { after_sec: 120, channels: ['questions'], approvers: [{ person: 'ada' }, { user_id: '77' }] },
    ];
    await patch('plain', { steps, approvals: 2 });
    const changed = await patch('plain', { on_timeout: { decision: 'reject' }, requester_may_answer: false });
    expect(changed).toMatchObject({
      status: 200,
      json: { ...defaults, approvals: 2, requester_may_answer: false, steps, on_timeout: { decision: 'reject' } },
    });
    expect((await shared().request('GET', '/v1/policies/plain')).json).toEqual(changed.json);
    expect((await patch('plain', { on_timeout: null })).json.on_timeout).toBeNull();

    expect((await shared().request('DELETE', '/v1/policies/plain')).status).toBe(200);
    for (const method of ['GET', 'DELETE'])
      expect((await shared().request(method, '/v1/policies/plain')).status).toBe(404);
    expect((await patch('plain', {})).status).toBe(404);
    const audit = await shared().call(listAudit, { query: { resource_id: 'plain' } });
    expect(new Set(audit.map(({ action }) => action))).toEqual(
      new Set(['policy.created', 'policy.updated', 'policy.deleted']),
    );
  });

  it.each([
    [{ approvals: 0 }, /approvals must be at least 1/],
    [{ approvals: 11 }, /approvals must be at most 10/],
    [{ rejections: 11 }, /rejections must be at most 10/],
    [{ steps: [1, 2, 3, 4, 5, 6].map((after_sec) => ({ after_sec, remind: true })) }, /steps.*at most 5/],
    [{ steps: [{ after_sec: 604_801, remind: true }] }, /steps.0.after_sec must be at most 604800/],
    [{ steps: [{ after_sec: 0, remind: true }] }, /steps.0.after_sec must be at least 1/],
    [
      {
        steps: [
          { after_sec: 9, remind: true },
          { after_sec: 9, remind: true },
        ],
      },
      /steps must be in the order of their after_sec/,
    ],
    [{ steps: [{ after_sec: 9 }] }, /steps.0 must have either "remind": true or "channels"/],
    [{ steps: [{ after_sec: 9, remind: true, channels: ['questions'] }] }, /either "remind": true or "channels"/],
    [{ steps: [{ after_sec: 9, remind: true, approvers: [{ person: 'ada' }] }] }, /approvers.*together with channels/],
    [{ steps: [{ after_sec: 9, channels: [] }] }, /steps.0.channels/],
    [{ steps: [{ after_sec: 9, channels: ['nowhere'] }] }, /no channel "nowhere".*POST \/v1\/channels\/new/],
    [{ steps: [{ after_sec: 9, channels: ['chat'] }] }, /"chat" is a MESSAGE channel/],
    [{ steps: [{ after_sec: 9, channels: ['questions'], approvers: [] }] }, /approvers must name at least one/],
    [{ steps: [{ after_sec: 9, channels: ['questions'], approvers: [{ person: 'bob' }] }] }, /no person "bob"/],
    [{ steps: [{ after_sec: 9, channels: ['questions'], approvers: [{ group: 'ops' }] }] }, /no group "ops"/],
    [{ on_timeout: { decision: 'edit' } }, /on_timeout must be null, {"decision": "approve"}/],
    [{ on_timeout: { decision: 'approve', option: 'Yes' } }, /on_timeout must be null/],
    [{ votes: 2 }, /votes/],
  ])('a policy with %j is refused with the fix', async (rule, reason) => {
    expect(await post({ policy_id: 'wrong', name: 'Wrong', ...rule })).toMatchObject({
      status: 400,
      json: { detail: expect.stringMatching(reason) },
    });
  });

  it('policies are listed newest first, by pages', async () => {
    const gateway = await startKeyedGateway({ engine });
    for (const number of [1, 2, 3])
      await gateway.request('POST', '/v1/policies/new', { body: { policy_id: `p${number}`, name: 'P' } });
    const first = await gateway.request('GET', '/v1/policies?limit=2');
    const [next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.slice(1) ?? [];
    const rest = await gateway.request('GET', next);
    expect([...first.json, ...rest.json].map(({ policy_id }) => policy_id)).toEqual(['p3', 'p2', 'p1']);
  });

  it('policies are read with policies:read and changed with policies:write, which the preset agent lacks', async () => {
    const agent = await makeKey(shared(), { preset: 'agent' });
    const reader = await makeKey(shared(), { preset: 'readonly' });
    const writer = await makeKey(shared(), { scopes: ['policies:write'] });
    const body = { policy_id: 'rights', name: 'Rights' };
    expect((await agent.request('GET', '/v1/policies')).status).toBe(403);
    expect((await reader.request('GET', '/v1/policies')).status).toBe(200);
    for (const holder of [agent, reader])
      expect((await holder.request('POST', '/v1/policies/new', body)).status).toBe(403);
    expect((await writer.request('POST', '/v1/policies/new', body)).status).toBe(201);
    expect((await writer.request('PATCH', '/v1/policies/rights', { approvals: 2 })).status).toBe(200);
    expect((await writer.request('DELETE', '/v1/policies/rights')).status).toBe(200);
  });
});
