import { describe, expect, it } from 'vitest';
import { makeKey, type Holder } from '../harness/keys.js';
import { newOperator } from '../harness/new-operator.js';
import { setUpConsole } from '../harness/operators.js';
import { startOnce } from '../harness/shared.js';
import { startRuled } from './fixture.js';

const shared = startOnce(async () => {
  const ruled = await startRuled();
  await ruled.owner('POST', '/v1/people/new', { person_id: 'ada', name: 'Ada' });
  return { ...ruled, console: await setUpConsole(ruled.gateway) };
});

const forbidden = { status: 403, json: { code: 'forbidden' } };
const withApprovers = { approvers: [{ person: 'ada' }] };
const rule = { rule_id: 'mine', actions: ['*'], then: { verdict: 'allow' } };

/** All writes of rules, of which one that has approvers is stored as `guarded`, and one without as `free`. */
const writes: readonly (readonly [string, string, object?])[] = [
  ['POST', '/v1/rules/new', rule],
  ['PATCH', '/v1/rules/free', { position: 3 }],
  ['PATCH', '/v1/rules/free', { then: { verdict: 'allow' } }],
  ['PATCH', '/v1/rules/free', { when: 'true' }],
  ['DELETE', '/v1/rules/free'],
  ['POST', '/v1/rules/order', { rule_ids: ['guarded', 'free'] }],
];

async function withTwoRules(check: () => Promise<void>): Promise<void> {
  const { owner, addRule } = shared();
  await addRule({ rule_id: 'guarded', position: 10, then: { channels: ['approvals'], ...withApprovers } });
  await addRule({ rule_id: 'free', position: 20 });
  try {
    await check();
  } finally {
    for (const { rule_id: id } of (await owner('GET', '/v1/rules')).json) await owner('DELETE', `/v1/rules/${id}`);
  }
}

describe('a key that may not write policies', () => {
  it.each([
    ['the preset agent', { preset: 'agent' }],
    ['the preset asker', { preset: 'asker' }],
    ['the preset readonly', { preset: 'readonly' }],
    ['people:write alone', { scopes: ['people:write', 'policies:read', 'prompts:write'] }],
  ] as const)('(%s) cannot make, change, delete or order rules', async (_which, rights) => {
    await withTwoRules(async () => {
      const { gateway, owner } = shared();
      const holder = await makeKey(gateway, rights as Parameters<typeof makeKey>[1]);
      const before = (await owner('GET', '/v1/rules')).text;
      for (const [method, path, body] of writes)
        expect((await holder.request(method, path, body)).status, `${method} ${path}`).toBe(403);
      expect((await owner('GET', '/v1/rules')).text).toBe(before);
    });
  });

  it('cannot read, try or compare rules without policies:read', async () => {
    const holder = await makeKey(shared().gateway, { scopes: ['prompts:write', 'prompts:read', 'policies:write'] });
    expect(await holder.request('GET', '/v1/rules')).toMatchObject({ status: 403 });
    expect(await holder.request('GET', '/v1/rules/x')).toMatchObject({ status: 403 });
    expect(await holder.request('POST', '/v1/rules/try', { action: { name: 'a' } })).toMatchObject({ status: 403 });
    expect(await holder.request('POST', '/v1/rules/replay', {})).toMatchObject({ status: 403 });
  });
});

describe('a key with policies:write and without people:write', () => {
  const refuses = async (holder: Holder, method: string, path: string, body?: object) =>
    expect(await holder.request(method, path, body), `${method} ${path} ${JSON.stringify(body)}`).toMatchObject(
      forbidden,
    );

  it('cannot set, change or remove the approvers of a rule, delete such a rule, or put another before it', async () => {
    await withTwoRules(async () => {
      const { gateway, owner } = shared();
      const writer = await makeKey(gateway, { scopes: ['policies:read', 'policies:write'] });
      await refuses(writer, 'POST', '/v1/rules/new', { ...rule, then: withApprovers });
      await refuses(writer, 'PATCH', '/v1/rules/free', { then: withApprovers });
      for (const change of [
        { then: { approvers: null } },
        { then: { approvers: [{ user_id: '1' }] } },
        { then: { verdict: 'allow' } },
        { then: { channels: null } },
        { when: 'false' },
        { actions: ['nothing'] },
        { position: 99 },
      ])
        await refuses(writer, 'PATCH', '/v1/rules/guarded', change);
      await refuses(writer, 'DELETE', '/v1/rules/guarded');
      await refuses(writer, 'POST', '/v1/rules/order', { rule_ids: ['free', 'guarded'] });
      // Another rule would decide in the place of these people.
      await refuses(writer, 'POST', '/v1/rules/new', { ...rule, position: 5 });
      await refuses(writer, 'PATCH', '/v1/rules/free', { position: 5 });
      expect((await owner('GET', '/v1/rules/guarded')).json).toMatchObject({ position: 10, then: withApprovers });
      expect((await writer.request('PATCH', '/v1/rules/free', { then: { reason: 'No.' } })).status).toBe(200);
      expect((await writer.request('POST', '/v1/rules/new', rule)).status).toBe(201);
      expect((await owner('DELETE', `/v1/rules/${rule.rule_id}`)).status).toBe(200);
    });
  });

  it('with people:write as well, it can do all of that', async () => {
    await withTwoRules(async () => {
      const writer = await makeKey(shared().gateway, { scopes: ['policies:write', 'people:write'] });
      expect((await writer.request('POST', '/v1/rules/order', { rule_ids: ['free', 'guarded'] })).status).toBe(200);
      expect((await writer.request('PATCH', '/v1/rules/guarded', { then: { approvers: null } })).status).toBe(200);
      expect((await writer.request('POST', '/v1/rules/new', { ...rule, then: withApprovers })).status).toBe(201);
    });
  });
});

describe('a key that is limited to channels', () => {
  it('writes no rules, with any scopes', async () => {
    await withTwoRules(async () => {
      const limited = await makeKey(shared().gateway, {
        scopes: ['policies:read', 'policies:write', 'people:write'],
        channels: ['oncall'],
      });
      for (const [method, path, body] of writes)
        expect(await limited.request(method, path, body), `${method} ${path}`).toMatchObject(forbidden);
    });
  });

  it('does not learn the channels of a rule from its record, a trial, a comparison or a refusal', async () => {
    await withTwoRules(async () => {
      const { gateway, questionWith } = shared();
      const limited = await makeKey(gateway, {
        scopes: ['policies:read', 'prompts:read', 'prompts:write'],
        channels: ['oncall'],
      });
      const action = { name: 'deploy' };
      const replies = [
        await limited.request('GET', '/v1/rules'),
        await limited.request('GET', '/v1/rules/guarded'),
        await limited.request('POST', '/v1/rules/try', { action }),
        await limited.request('POST', '/v1/rules/replay', {}),
        await limited.request('POST', '/v1/prompts/new', questionWith({ channel_id: undefined })),
        await limited.request('POST', '/v1/prompts/new', questionWith({ channel_id: 'oncall' })),
      ];
      for (const { text } of replies) expect(text).not.toContain('"approvals"');
      for (const { text } of replies.slice(2)) expect(text).not.toContain('approvals');
      expect(replies.slice(2).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect(replies.slice(4)).toMatchObject([
        { json: { code: 'channel_not_allowed' } },
        { json: { code: 'channel_not_allowed' } },
      ]);
    });
  });

  it('asks in those channels of a rule that it names and may use', async () => {
    const { gateway, owner, addRule, questionWith } = shared();
    await addRule({ then: { channels: ['approvals', 'oncall'] } });
    const limited = await makeKey(gateway, { scopes: ['prompts:write'], channels: ['oncall'] });
    const named = await limited.request('POST', '/v1/prompts/new', questionWith({ channel_id: 'oncall' }));
    expect(named.status, named.text).toBe(200);
    const unnamed = await limited.request('POST', '/v1/prompts/new', questionWith({ channel_id: undefined }));
    expect(unnamed).toMatchObject({ status: 403, json: { code: 'channel_not_allowed' } });
    expect(unnamed.text).toContain('oncall');
    expect(unnamed.text).not.toContain('approvals');
    await owner('DELETE', '/v1/rules/rule');
  });
});

describe('an operator', () => {
  it.each(['viewer', 'operator'] as const)('with the role %s cannot write rules', async (role) => {
    await withTwoRules(async () => {
      const { gateway, console } = shared();
      const { browser } = await newOperator({ gateway, owner: console }, role);
      for (const [method, path, body] of writes)
        expect((await browser.request(method, path, body)).status, `${method} ${path}`).toBe(403);
    });
  });
});
