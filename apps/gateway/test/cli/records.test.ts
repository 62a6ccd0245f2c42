import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { registerChannel } from '../harness/gateway.js';
import { adminKey, makeKey, startKeyedGateway } from '../harness/keys.js';
import { run } from './command.js';

describe('gateway prompts', () => {
  it('lists, shows and cancels questions', async () => {
    const { ask, gateway, get } = await startAsking();
    await ask({ text: 'Ship it?', options: ['Yes'] });
    const env = { GATEWAY_URL: gateway.url };
    const listed = await run(['prompts'], { env });
    expect(listed).toMatchObject({ code: 0 });
    expect(listed.stdout).toMatch(/^ID +STATE +CHANNEL +ANSWER +QUESTION\n#1 +pending +approvals +- +Ship it\?\n$/);
    expect((await run(['prompts', 'show', '1', '--json'], { env })).json).toMatchObject({ id: '#1', options: ['Yes'] });
    expect((await run(['prompts', 'show', '#1'], { env })).stdout).toContain('Ship it?');
    expect(await run(['prompts', 'cancel', '1'], { env })).toMatchObject({ code: 0, stdout: '#1 is cancelled.\n' });
    expect((await get(1)).state).toBe('expired');
    expect(await run(['prompts', 'cancel', '1'], { env })).toMatchObject({ code: 4 });
    expect((await run(['prompts', '--state', 'pending', '--json'], { env })).json).toEqual([]);
    expect(await run(['prompts', 'wait', '1'], { env })).toMatchObject({ code: 3, stdout: '' });
  });

  it('asks in several chats, and not in the channel of the environment', async () => {
    const { gateway, telegram, ada, get } = await startAsking();
    const grace = telegram.addUser({ firstName: 'Grace', username: 'grace' });
    await registerChannel(gateway, telegram, { id: 'oncall', chat: grace });
    const edda = telegram.addUser({ firstName: 'Edda', username: 'edda' });
    await registerChannel(gateway, telegram, { id: 'other', chat: edda });
    const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'other' };
    const asked = ['ask', 'Deploy?', '--channel', 'approvals', '--channel', 'oncall', '--no-wait', '--json'];
    expect((await run(asked, { env })).json).toMatchObject({ prompt_id: '#1', channel_id: 'approvals' });
    expect((await get(1)).posts.map((post: { channel_id: string }) => post.channel_id)).toEqual([
      'approvals',
      'oncall',
    ]);
    expect([ada, grace, edda].map((chat) => telegram.messages({ chat }).length)).toEqual([1, 1, 0]);
  });
});

describe('gateway send', () => {
  it('sends a text, and prints the id of the message', async () => {
    const { gateway, telegram, ada } = await startAsking();
    await registerChannel(gateway, telegram, {
      id: 'talk',
      chat: ada,
      type: 'MESSAGE',
      callbackUrl: 'http://127.0.0.1:9/',
    });
    const env = { GATEWAY_URL: gateway.url, GATEWAY_CHANNEL: 'talk' };
    const sent = await run(['send', 'Hello Ada', '--json'], { env });
    expect(sent).toMatchObject({ code: 0, json: { status: 'sent', channel_id: 'talk', text: 'Hello Ada' } });
    const replied = await run(['send', '-', '--reply-to', sent.json.id], { env, input: 'More' });
    expect(replied).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
    expect(telegram.messages({ chat: ada }).map(({ text }) => text)).toEqual(['Hello Ada', 'More']);
  });
});

describe('gateway channels', () => {
  it('lists the channels', async () => {
    const { gateway } = await startAsking();
    const env = { GATEWAY_URL: gateway.url };
    expect((await run(['channels'], { env })).stdout).toMatch(/CHANNEL +TYPE.*\napprovals +PROMPT +telegram/);
    expect((await run(['channels', '--json'], { env })).json).toMatchObject([{ channel_id: 'approvals' }]);
  });
});

describe('gateway keys create', () => {
  it('prints a key that works and has the rights of the preset', async () => {
    const gateway = await startKeyedGateway();
    const env = { GATEWAY_URL: gateway.url, GATEWAY_API_KEY: adminKey };
    const made = await run(['keys', 'create', 'ci', '--preset', 'readonly'], { env });
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^gw_\w+\n$/) });
    const own = { GATEWAY_URL: gateway.url, GATEWAY_API_KEY: made.stdout.trim() };
    expect(await run(['channels'], { env: own })).toMatchObject({ code: 0 });
    const refused = await run(['keys', 'create', 'more'], { env: own });
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).not.toContain(made.stdout.trim());
    const limited = ['keys', 'create', 'limited', '--scope', 'prompts:read', '--expires-at', '2099-01-01T00:00:00Z'];
    expect((await run([...limited, '--json'], { env })).json).toMatchObject({
      scopes: ['prompts:read'],
      expires_at: '2099-01-01T00:00:00.000Z',
    });
  });

  it('is refused without a key', async () => {
    const gateway = await startKeyedGateway();
    await makeKey(gateway, { preset: 'asker' });
    expect(await run(['keys', 'create', 'ci'], { env: { GATEWAY_URL: gateway.url } })).toMatchObject({ code: 4 });
  });
});

it('gateway keys lists the keys without their secrets, and keys revoke ends one', async () => {
  const gateway = await startKeyedGateway();
  const env = { GATEWAY_URL: gateway.url, GATEWAY_API_KEY: adminKey };
  const made = (await run(['keys', 'create', 'ci', '--json'], { env })).json;
  const listed = await run(['keys'], { env });
  expect(listed.stdout).toMatch(/^ID +NAME +KEY +SCOPES +CHANNELS +ENDS\n/);
  expect(listed.stdout).toMatch(new RegExp(`${made.id} +ci +${made.key.slice(0, 11)} +prompts:read\\S* +all +never`));
  expect(listed.stdout).not.toContain(made.key);
  expect(await run(['keys', 'revoke', made.id], { env })).toMatchObject({
    code: 0,
    stdout: 'The key ci is revoked.\n',
  });
  const own = { GATEWAY_URL: gateway.url, GATEWAY_API_KEY: made.key };
  expect(await run(['channels'], { env: own })).toMatchObject({ code: 4 });
  expect((await run(['keys'], { env })).stdout).toMatch(new RegExp(`${made.id}.* revoked`));
});
