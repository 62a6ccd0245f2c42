import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { sha256 } from '../approvals/fixture.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { connect, kinds, type Kind, type Transport } from './clients.js';

const args = { version: '2.4.0' };
const action = { name: 'deploy', args };
const digest = sha256('{"args":{"version":"2.4.0"},"name":"deploy"}');

async function setUp(kind: Kind = 'v1', transport: Transport = 'HTTP') {
  const asking = await startAsking({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
  const { gateway, telegram, ada, get } = asking;
  const { key } = await makeKey(gateway, { preset: 'asker' });
  const client = await connect(kind, transport, { url: gateway.url, key });
  /** Asks about an action, and returns the answer after the press. */
  const ask = async (
    asked: object = action,
    button = 'Approve',
    more: object = { decisions: ['approve', 'reject'] },
  ) => {
    const given = { question: 'Deploy?', channel_id: 'approvals', action: asked, ...more };
    const reply = client.call('ask_human', given, { onprogress: () => {} });
    await until(async () => (await get(1)).state === 'pending');
    await telegram.press({ chat: ada, button });
    return (await reply).structuredContent;
  };
  const consume = (given: object) => client.call('consume_approval', { prompt_id: '#1', ...given });
  return { ...asking, client, ask, consume };
}

describe.each<Transport>(['HTTP', 'stdio'])('consume_approval over %s', (transport) => {
  it.each(kinds)('lets %s run an approved action once, by the digest that ask_human returned', async (kind) => {
    const { ask, consume, get } = await setUp(kind, transport);
    const { answer } = await ask();
    expect(answer).toMatchObject({ value: 'approve', action_digest: digest });
    const used = await consume({ action_digest: answer.action_digest });
    expect(used.structuredContent).toEqual({
      prompt_id: '#1',
      action_digest: digest,
      args,
      consumed_at: expect.any(String),
    });
    expect(used.content[0]?.text).toContain(
      'run the action now, once, with exactly these arguments: {"version":"2.4.0"}',
    );
    expect(await get(1)).toMatchObject({ consumed_at: used.structuredContent.consumed_at });
    const again = await consume({ action });
    expect(again.isError).toBe(true);
    expect(again.content[0]?.text).toMatch(/^#1 was used at .* Do not run the action\.$/);
  });
});

describe('consume_approval', () => {
  it('takes the approval of an option that ask_human named as approving, within the time that it set', async () => {
    const { ask, consume, get } = await setUp();
    const limits = { approving_options: ['Deploy it'], consume_within_sec: 900 };
    await ask(action, '✅ Deploy it', { options: ['Deploy it', 'Not now'], ...limits });
    expect(await get(1)).toMatchObject({ state: 'answered', answer: 'Deploy it', ...limits });
    expect((await consume({ action })).structuredContent).toMatchObject({ args });
  });

  it('lets no other action run than the approved one, and uses nothing up by a refusal', async () => {
    const { ask, consume } = await setUp();
    await ask();
    for (const other of [{ name: 'deploy' }, { ...action, args: { version: '3.0.0' } }]) {
      const refused = await consume({ action: other });
      expect(refused.isError).toBe(true);
      expect(refused.content[0]?.text).toContain('was approved for another action');
    }
    expect((await consume({})).content[0]?.text).toContain('either action_digest or action');
    expect((await consume({ action })).structuredContent).toMatchObject({ args });
  });

  it('is refused to a key that can only read, and for a prompt that does not exist', async () => {
    const { gateway, ask, client } = await setUp();
    await ask();
    const { key } = await makeKey(gateway, { preset: 'readonly' });
    const reader = await connect('v1', 'HTTP', { url: gateway.url, key });
    for (const [holder, prompt_id, text] of [
      [reader, '#1', 'This key lacks the scope prompts:write'],
      [client, '#99', 'There is no prompt "#99": give the prompt_id that ask_human returned'],
    ] as const) {
      const refused = await holder.call('consume_approval', { prompt_id, action });
      expect(refused.isError).toBe(true);
      expect(refused.content[0]?.text).toContain(text);
    }
  });

  it('lets nothing run after a rejection', async () => {
    const { ask, consume } = await setUp();
    expect((await ask(action, 'Reject')).answer).toMatchObject({ value: 'reject', action_digest: null });
    expect((await consume({ action })).content[0]?.text).toContain('the answer lets no action run. Do not run');
  });

  it.each<Transport>(['HTTP', 'stdio'])('keeps an argument with the name __proto__ over %s', async (transport) => {
    const odd = { name: 'deploy', args: JSON.parse('{"__proto__":{"admin":true},"version":"1"}') as object };
    const { ask, consume, get } = await setUp('v2, revision 2026-07-28', transport);
    const { answer } = await ask(odd);
    expect(answer.action_digest).toBe(sha256('{"args":{"__proto__":{"admin":true},"version":"1"},"name":"deploy"}'));
    expect(JSON.stringify((await get(1)).action.args)).toContain('"__proto__":{"admin":true}');
    expect((await consume({ action: { name: 'deploy', args: { version: '1' } } })).isError).toBe(true);
    const used = await consume({ action: odd });
    expect(used.content[0]?.text).toContain('"__proto__":{"admin":true}');
  });
});
