import { describe, expect, it } from 'vitest';
import { startAsking } from './asking.js';

describe('POST /v1/channels/{id}/test and /v1/channels/test', () => {
  it('reports the account and the reachable chat, for saved and unsaved credentials', async () => {
    const { gateway, telegram, ada, chat } = await startAsking();
    const works = {
      status: 200,
      json: {
        ok: true,
        account: { id: expect.any(String), name: expect.any(String) },
        target: { id: String(ada.id) },
        problems: [],
      },
    };
    expect(await gateway.request('POST', '/v1/channels/approvals/test')).toMatchObject(works);
    const body = { platform: 'telegram', target_chat_id: String(ada.id), credentials: { bot_token: telegram.token } };
    expect(await gateway.request('POST', '/v1/channels/test', { body })).toMatchObject(works);
    expect(chat()).toEqual([]);
    expect((await gateway.request('GET', '/v1/channels')).json).toHaveLength(1);
  });

  it('reports what is wrong and never the token', async () => {
    const { gateway, telegram } = await startAsking();
    const trial = { platform: 'telegram', target_chat_id: '987654321', credentials: { bot_token: telegram.token } };
    const unreachable = await gateway.request('POST', '/v1/channels/test', { body: trial });
    expect(unreachable.json).toMatchObject({ ok: false, target: null });
    expect(unreachable.json.problems).not.toEqual([]);
    const wrong = '123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1';
    const refused = await gateway.request('POST', '/v1/channels/test', {
      body: { ...trial, credentials: { bot_token: wrong } },
    });
    expect(refused.json).toMatchObject({ ok: false, account: null });
    expect(refused.text).not.toContain(wrong);
  });

  it('answers 404 for an unknown channel and 400 for an unknown platform', async () => {
    const { gateway } = await startAsking();
    expect((await gateway.request('POST', '/v1/channels/nowhere/test')).status).toBe(404);
    expect(
      (
        await gateway.request('POST', '/v1/channels/test', {
          body: { platform: 'fax', target_chat_id: '1', credentials: {} },
        })
      ).status,
    ).toBe(400);
  });
});
