import { describe, expect, it } from 'vitest';
import { startOnce } from '../harness/shared.js';
import { startAsking } from './asking.js';

describe('the reply to POST /v1/prompts/new', () => {
  it('has the address of the record in the body and in Location, also for a retry', async () => {
    const { gateway } = await startAsking();
    const body = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] };
    const headers = { 'idempotency-key': 'order-7' };
    const first = await gateway.request('POST', '/v1/prompts/new', { body, headers });
    expect(first.json).toMatchObject({ prompt_id: '#1', prompt_num: 1, url: '/v1/prompts/1', warnings: [] });
    expect(first.headers.get('location')).toBe('/v1/prompts/1');
    expect((await gateway.request('GET', first.json.url)).json.id).toBe('#1');

    const repeat = await gateway.request('POST', '/v1/prompts/new', { body, headers });
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    expect(repeat.json).toEqual(first.json);
    expect(repeat.headers.get('location')).toBe('/v1/prompts/1');
  });

  it('warns that a prompt without options and allow_text cannot be answered, as does its message', async () => {
    const { gateway, post, chat, telegram, ada } = await startAsking();
    const asked = await post({ channel_id: 'approvals', text: 'Ship it?' });
    expect(asked).toMatchObject({ status: 200, json: { prompt_id: '#1', warnings: [{ code: 'not_answerable' }] } });
    expect(asked.json.warnings[0].message).toMatch(/options.*allow_text/);
    expect(chat()).toEqual(['Ship it?\n\nFor information: this takes no answer.']);
    expect(telegram.messages({ chat: ada })[0]?.reply_markup).toBeUndefined();

    for (const way of [{ options: ['Yes'] }, { allow_text: true }])
      expect((await post({ channel_id: 'approvals', text: 'Ship it?', ...way })).json.warnings).toEqual([]);
    expect(chat().slice(1).join()).not.toContain('no answer');

    await gateway.request('POST', '/v1/prompts/1/cancel');
    await expect.poll(() => chat()[0]).toBe('Ship it?\n\n✖️ Cancelled');
  });

  it('has the same warning for a retry', async () => {
    const { gateway } = await startAsking();
    const again = () =>
      gateway.request('POST', '/v1/prompts/new', {
        body: { channel_id: 'approvals', text: 'Ship it?' },
        headers: { 'idempotency-key': 'order-7' },
      });
    expect((await again()).json.warnings).toHaveLength(1);
    expect((await again()).json.warnings).toHaveLength(1);
  });
});

describe('a path with an empty id', () => {
  const shared = startOnce(startAsking);

  it('of a prompt answers 404 and says how to write the id', async () => {
    const { gateway, ask } = shared();
    await ask();
    const detail =
      'The id is missing after /v1/prompts/: write #12 as /v1/prompts/12 or /v1/prompts/%2312; /v1/prompts is the list.';
    for (const [method, path] of [
      ['GET', '/v1/prompts/'],
      ['GET', '/v1/prompts/?wait=60'],
      ['POST', '/v1/prompts/'],
      ['POST', '/v1/prompts//cancel'],
      ['POST', '/v1/prompts//answer'],
    ] as const) {
      expect([method, path, await gateway.request(method, path)]).toMatchObject([
        method,
        path,
        { status: 404, json: { detail } },
      ]);
    }
  });

  it.each([
    ['GET', '/v1/channels/'],
    ['PATCH', '/v1/channels/'],
    ['POST', '/v1/channels//test'],
    ['GET', '/v1/keys/'],
    ['DELETE', '/v1/keys/'],
    ['POST', '/v1/keys//roll'],
    ['GET', '/v1/messages/'],
    ['GET', '/v1/deliveries/'],
    ['POST', '/v1/deliveries//retry'],
  ])('(%s %s) answers 404 and names the list', async (method, path) => {
    const { gateway } = shared();
    const list = path.split('/').slice(0, 3).join('/');
    const refused = await gateway.request(method, path);
    expect(refused.status).toBe(404);
    expect(refused.json.detail).toBe(`The id is missing after ${list}/: write ${list}/{id}; ${list} is the list.`);
  });
});
