import { expect, it } from 'vitest';
import { makeKey } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';
import { startAttacked } from './attacked.js';
import { deployWith } from './fixture.js';

const started = startOnce(() => startAttacked());
const body = (args: object, more: object = {}) => ({
  text: 'Ship it?',
  channel_id: 'approvals',
  action: deployWith({ ...args }),
  decisions: ['approve', 'reject'],
  ...more,
});

it('a standing approval answers no other key, and no operator', async () => {
  const { give, own, gateway, browser, owner, isCovered } = started();
  const args = own();
  await give('Approve for 1 h', args);
  for (const preset of ['agent', 'asker'] as const) {
    const other = await makeKey(gateway, { preset, name: 'a key' });
    const asked = await other.request('POST', '/v1/prompts/new', body(args));
    expect(asked.json.state, asked.text).toBe('pending');
  }
  expect((await owner('POST', '/v1/prompts/new', body(args))).json.state).toBe('pending');
  expect((await browser.request('POST', '/v1/prompts/new', body(args))).json.state).toBe('pending');
  expect(await isCovered(args)).toBe(true);
});

it('a standing approval goes on with the key that replaces its own, and answers no key of the same name', async () => {
  const { own, gateway, owner, answer } = started();
  const args = own();
  const first = await makeKey(gateway, { preset: 'agent' });
  const asked = await first.request('POST', '/v1/prompts/new', body(args));
  expect((await answer(asked.json.prompt_num, { grant_sec: 3600 })).status).toBe(200);
  const rolled = (await owner('POST', `/v1/keys/${first.id}/roll`, { grace_sec: 600 })).json;
  const askWith = async (key: string, more: object = {}) =>
    (await gateway.request('POST', '/v1/prompts/new', { headers: { 'x-api-key': key }, body: body(args, more) })).json;
  expect(await askWith(rolled.key)).toMatchObject({ state: 'answered' });
  expect(await askWith(first.key)).toMatchObject({ state: 'answered' });
  const again = (await owner('POST', `/v1/keys/${rolled.id}/roll`, { grace_sec: 0 })).json;
  expect(await askWith(again.key)).toMatchObject({ state: 'answered' });
  const twin = await makeKey(gateway, { preset: 'agent', name: first.name });
  expect(await askWith(twin.key)).toMatchObject({ state: 'pending' });
});

it('a key that is limited to other channels cannot use a standing approval there, nor read or end it', async () => {
  const { own, gateway, answer, owner } = started();
  const args = own();
  const limited = await makeKey(gateway, {
    scopes: ['prompts:write', 'prompts:read', 'policies:read', 'policies:write'],
    channels: ['team'],
  });
  const asked = await limited.request('POST', '/v1/prompts/new', body(args, { channel_id: 'team' }));
  expect((await answer(asked.json.prompt_num, { grant_sec: 3600 })).status).toBe(200);
  expect((await limited.request('POST', '/v1/prompts/new', body(args))).status).toBe(403);
  expect((await limited.request('POST', '/v1/prompts/new', body(args, { channel_id: 'team' }))).json.state).toBe(
    'answered',
  );

  const elsewhere = await owner('POST', '/v1/prompts/new', body(own()));
  expect((await answer(elsewhere.json.prompt_num, { grant_sec: 3600 })).status).toBe(200);
  const all = (await owner('GET', '/v1/grants')).json as unknown as { channel_id: string; grant_id: string }[];
  const hidden = all.filter(({ channel_id: id }) => id !== 'team');
  expect(hidden.length).toBeGreaterThan(0);
  const seen = await limited.request('GET', '/v1/grants');
  expect((seen.json as unknown as { channel_id: string }[]).map(({ channel_id: id }) => id)).toEqual(['team']);
  for (const { grant_id: id } of hidden) {
    expect(seen.text).not.toContain(id);
    for (const method of ['GET', 'DELETE'])
      expect(await limited.request(method, `/v1/grants/${id}`), method).toMatchObject({ status: 404 });
    expect((await owner('GET', `/v1/grants/${id}`)).json.ended_at).toBeNull();
  }
});

it('an agent reads no standing approval, ends none and gives itself none', async () => {
  const { give, own, agent, gateway, grant, askFor } = started();
  const args = own();
  const { grant_id: id } = await give('Approve for 1 h', args);
  const reader = await makeKey(gateway, { scopes: ['policies:read'] });
  const asker = await makeKey(gateway, { preset: 'asker' });
  expect((await reader.request('GET', `/v1/grants/${String(id)}`)).status).toBe(200);
  expect((await reader.request('DELETE', `/v1/grants/${String(id)}`)).status).toBe(403);
  for (const key of [asker, agent]) {
    expect((await key.request('DELETE', `/v1/grants/${String(id)}`)).status).toBe(403);
    for (const path of ['/v1/grants', `/v1/grants/${String(id)}`])
      expect((await key.request('GET', path)).status, path).toBe(403);
  }
  for (const [method, path] of [
    ['POST', '/v1/grants'],
    ['POST', '/v1/grants/new'],
    ['PATCH', `/v1/grants/${String(id)}`],
    ['PUT', `/v1/grants/${String(id)}`],
  ] as const)
    expect([403, 404, 405], `${method} ${path}`).toContain(
      (await agent.request(method, path, { until: '2099-01-01' })).status,
    );
  const asked = await askFor(own());
  const answer = { type: 'decision', value: 'approve', grant_sec: 60 };
  for (const key of [agent, reader, asker])
    expect((await key.request('POST', `/v1/prompts/${asked.prompt_num}/answer`, answer)).status).toBe(403);
  expect((await grant(id)).ended_at).toBeNull();
});

it('no field of a question gives a standing approval or names one', async () => {
  const { give, own, post, agent, questionWith } = started();
  const { grant_id: id } = await give('Approve for 1 h', own());
  const action = deployWith(own());
  for (const field of [
    { grant_sec: 60 },
    { grant: true },
    { grant_id: id },
    { grants: { max_sec: 60, same: ['service'] } },
    { action: { ...action, grant_sec: 60 } },
    { policy: { grant_sec: 60 } },
    { decided_by: 'grant' },
    { state: 'answered' },
  ]) {
    expect((await post({ action, ...field })).status, JSON.stringify(field)).toBe(400);
    const batch = await agent.request('POST', '/v1/prompts/batch', { prompts: [questionWith({ action, ...field })] });
    expect(batch.text, JSON.stringify(field)).toContain('"code":"validation"');
  }
});

it('the secret of the buttons is in no record of a standing approval, no reply and no line of the log', async () => {
  const { own, askFor, owner, gateway, telegram, ada, press, isAnswered, list } = started();
  const asked = await askFor(own());
  const buttons = telegram.messages({ chat: ada }).at(-1)?.reply_markup?.inline_keyboard.flat() ?? [];
  const data = JSON.stringify(buttons);
  const nonce = /\.([0-9A-Za-z]{16})"/.exec(data)?.[1] ?? '';
  expect(nonce).toHaveLength(16);
  await press('Approve for 1 h');
  await expect.poll(() => isAnswered(asked.prompt_num)).toBe(true);
  const record = (await list()).find(({ prompt_id: id }) => id === asked.prompt_id);
  for (const path of [
    '/v1/grants',
    `/v1/grants/${String(record?.['grant_id'])}`,
    `/v1/prompts/${asked.prompt_num}`,
    '/v1/audit',
    '/v1/deliveries',
  ])
    expect((await owner('GET', path)).text, path).not.toContain(nonce);
  expect(gateway.logLines.join('\n')).not.toContain(nonce);
});
