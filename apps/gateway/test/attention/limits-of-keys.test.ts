import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { onEveryEngine } from '../harness/engines.js';
import { adminKey, as, makeKey } from '../harness/keys.js';
import { exhausted, startLimited } from './fixture.js';

onEveryEngine((engine) => {
  it('max_open_per_key limits the open prompts of each key by itself, until one is answered, cancelled or over', async () => {
    const { ask, asker, post, agent, press, reaches, clock, gateway } = await startLimited(engine, {
      max_open_per_key: 2,
    });
    expect([await ask({ ttl_sec: 60 }), await ask()]).toEqual([200, 200]);
    expect(await post()).toMatchObject({
      status: 429,
      json: {
        code: exhausted,
        retryable: true,
        detail: expect.stringMatching(
          /This key has 2 open prompts in channel "approvals", and its max_open_per_key allows 2: wait .* collapse/,
        ),
      },
    });
    expect(await ask({}, await asker())).toBe(200);
    await agent.request('POST', '/v1/prompts/2/cancel');
    expect([await ask(), await ask()]).toEqual([200, exhausted]);
    await press('Reject');
    await reaches(4, 'answered');
    expect([await ask(), await ask()]).toEqual([200, exhausted]);
    clock.skip(60_000);
    expect([await ask(), await ask()]).toEqual([200, exhausted]);
    const { text } = await gateway.request('GET', '/metrics');
    expect(text).toContain('gateway_rate_limited_total{subject="attention"} 4');
  });

  it('max_open_per_key counts a key and those that replace it as one', async () => {
    const { ask, owner, agent, gateway } = await startLimited(engine, { max_open_per_key: 2 });
    await ask();
    let { id } = agent;
    for (const wanted of [[200], [exhausted]]) {
      const { json } = await owner('POST', `/v1/keys/${id}/roll`, { grace_sec: 3600 });
      id = json.id;
      expect([await ask({}, { request: as(gateway, json.key) })]).toEqual(wanted);
    }
  });

  it('max_open_per_key counts prompts in a further channel, and none that a rule answers', async () => {
    const { ask, addRule } = await startLimited(engine, { max_open_per_key: 1 });
    const both = { channel_id: undefined, channels: ['oncall', 'approvals'] };
    expect(await ask(both)).toBe(200);
    expect([await ask(), await ask(both), await ask({ channel_id: 'oncall' })]).toEqual([exhausted, exhausted, 200]);
    await addRule({ then: { verdict: 'deny', reason: 'No.' } });
    expect([await ask(), await ask()]).toEqual([200, 200]);
  });

  it('a prompt that collapses into a pending one is not limited, and one of a batch counts by itself', async () => {
    const { ask, agent, questionWith } = await startLimited(engine, { max_open_per_key: 2 });
    await ask();
    const other = { action: { name: 'restart' } };
    const prompts = [questionWith({ collapse: true }), questionWith(other), questionWith(other)];
    const { json } = await agent.request('POST', '/v1/prompts/batch', { prompts });
    expect(json.results[0]).toMatchObject({ prompt_num: 1, collapsed: true });
    expect(json.results.filter(({ code }: { code?: string }) => code === exhausted)).toHaveLength(1);
    expect([await ask({ collapse: true }), await ask()]).toEqual([200, exhausted]);
  });

  it('an Idempotency-Key is free again after attention_exhausted', async () => {
    const { ask, gateway, agent, questionWith } = await startLimited(engine, { max_open_per_key: 1 });
    await ask();
    const headers = { 'x-api-key': agent.key, 'idempotency-key': 'deploy-1' };
    const repeat = async () =>
      (await gateway.request('POST', '/v1/prompts/new', { headers, body: questionWith() })).status;
    expect(await repeat()).toBe(429);
    await agent.request('POST', '/v1/prompts/1/cancel');
    expect([await repeat(), await repeat(), await ask()]).toEqual([200, 200, exhausted]);
  });
});

describe('the limits of a channel', () => {
  it('need policies:write besides channels:write, also to remove them, and an agent cannot raise its own', async () => {
    const { gateway, ada } = await startAsking({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
    const { request } = await makeKey(gateway, { scopes: ['channels:write', 'prompts:write'] });
    const owner = as(gateway, adminKey);
    for (const field of ['max_open_per_key', 'max_open_per_person']) {
      for (const value of [1, null]) {
        const { status, json } = await request('PATCH', '/v1/channels/approvals', { [field]: value });
        expect([status, json.detail]).toEqual([403, expect.stringMatching(new RegExp(`${field}.*policies:write`))]);
      }
      expect((await owner('PATCH', '/v1/channels/approvals', { [field]: 3 })).status).toBe(200);
      for (const value of [0, 10_001, 1.5])
        expect((await owner('PATCH', '/v1/channels/approvals', { [field]: value })).status).toBe(400);
    }
    const shown = { max_open_per_key: 3, max_open_per_person: 3 };
    expect((await owner('GET', '/v1/channels/approvals')).json).toMatchObject(shown);
    const [entry] = (await owner('GET', '/v1/audit?action=channel.updated')).json;
    expect(entry).toMatchObject({ changes: [{ field: 'max_open_per_person', before: null, after: 3 }] });
    const body = {
      channel_id: 'talk',
      platform: 'telegram',
      target_chat_id: String(ada.id),
      credentials: { bot_token: '1:abc' },
      callback_url: 'https://agent.example/',
      ...shown,
    };
    expect((await owner('POST', '/v1/channels/new', body)).status).toBe(400);
    const prompts = { ...body, channel_type: 'PROMPT' };
    expect((await request('POST', '/v1/channels/new', prompts)).status).toBe(403);
    expect((await owner('POST', '/v1/channels/new', prompts)).status).toBe(201);
    expect((await owner('GET', '/v1/channels/talk')).json).toMatchObject(shown);
  });
});

describe('a hook', () => {
  it('does not let the tool run while a limit of the channel is reached', async () => {
    const { gateway } = await startAsking({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
    await as(gateway, adminKey)('PATCH', '/v1/channels/approvals', { max_open_per_key: 1 });
    const { request } = await makeKey(gateway, { preset: 'agent' });
    await request('POST', '/v1/prompts/new', { channel_id: 'approvals', text: 'Busy?', options: ['Yes'] });
    const event = {
      session_id: 'abc123',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_use_id: 'toolu_1',
      tool_input: { command: 'ls' },
    };
    const reply = await request('POST', '/v1/hooks/claude-code?wait_sec=1&channel=approvals', event);
    expect(reply.text).not.toContain('"allow"');
    expect(reply.text).toContain('max_open_per_key');
  });
});
