import { describe, expect, it } from 'vitest';
import { sha256, startKeyed } from './fixture.js';

describe('the arguments of an action', () => {
  it('keep every name, also __proto__ and the empty one, in the chat, the record and the digest', async () => {
    const { agent, approved, consume, get, atAda, gateway } = await startKeyed();
    const odd = JSON.parse('{"__proto__":{"x":1},"":"empty","constructor":2}') as Record<string, unknown>;
    await approved({ action: { name: 'run', args: odd } });
    const form = '{"args":{"":"empty","__proto__":{"x":1},"constructor":2},"name":"run"}';
    const { action: stored, action_digest: shown } = await get(1);
    expect(JSON.stringify(stored.args)).toBe(JSON.stringify(odd));
    expect(shown).toBe(sha256(form));
    expect(atAda().join('\n')).toContain('__proto__');
    expect((await consume(agent, { action: { name: 'run', args: { '': 'empty', constructor: 2 } } })).json.code).toBe(
      'action_changed',
    );
    const body = `{"action":{"name":"run","args":${JSON.stringify(odd)}}}`;
    const used = await fetch(`${gateway.url}/v1/prompts/1/consume`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': agent.key },
      body,
    });
    expect(await used.json()).toMatchObject({ action_digest: sha256(form) });
  });

  it.each([
    ['a name twice', '{"name":"x","args":{"a":1,"a":2}}', /action.args.a is given twice/],
    ['the name of the action twice', '{"name":"x","name":"y"}', /action.name is given twice/],
    ['two actions', '{"name":"x"},"action":{"name":"y"}', /action is given twice/],
    ['half of a surrogate pair', String.raw`{"name":"x","args":{"a":"\ud800"}}`, /surrogate/],
    ['too deep nesting', `{"name":"x","args":{"a":${'['.repeat(33)}${']'.repeat(33)}}}`, /32 levels/],
    ['a number that a double changes', '{"name":"x","args":{"a":9007199254740993}}', /kept exactly/],
  ])('are refused with %s', async (_what, text, detail) => {
    const { agent, gateway } = await startKeyed();
    for (const [address, rest] of [
      ['/v1/prompts/new', ',"text":"Go?","channel_id":"approvals","decisions":["approve"]'],
      ['/v1/prompts/1/consume', ''],
    ]) {
      const reply = await fetch(`${gateway.url}${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': agent.key },
        body: `{"action":${text}${rest}}`,
      });
      const error = (await reply.json()) as { detail: string };
      expect([reply.status, error.detail]).toEqual([400, expect.stringMatching(detail)]);
    }
  });
});
