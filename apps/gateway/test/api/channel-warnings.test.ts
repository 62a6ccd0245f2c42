import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { startTelegram, startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';

async function setUp(clock?: ReturnType<typeof manualClock>) {
  const { telegram, env } = await startTelegram();
  const gateway = await startTestGateway({ env, ...(clock && { clock }) });
  const ada = telegram.addUser({ firstName: 'Ada' });
  const works = { target_chat_id: String(ada.id), credentials: { bot_token: telegram.token } };
  const create = (changes: object = {}) =>
    gateway.request('POST', '/v1/channels/new', {
      body: { channel_id: 'approvals', platform: 'telegram', channel_type: 'PROMPT', ...works, ...changes },
    });
  const patch = (body: object) => gateway.request('PATCH', '/v1/channels/approvals', { body });
  return { telegram, gateway, works, create, patch };
}

const wrong = { bot_token: '123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1' };

describe('warnings in the reply to creating or changing a channel', () => {
  it.each([
    ['token', { credentials: wrong }],
    ['chat', { target_chat_id: '987654321' }],
  ])('name a wrong %s, and the channel is created', async (_, changes) => {
    const { create, patch, works } = await setUp();
    const created = await create(changes);
    expect(created.status).toBe(201);
    expect(created.json.warnings).toEqual([{ code: 'platform_problem', message: expect.stringMatching(/^\S.+\.$/) }]);
    expect(created.text).not.toContain(wrong.bot_token);
    expect(await patch(works)).toMatchObject({ status: 200, json: { warnings: [] } });
    expect((await patch(changes)).json.warnings).toEqual(created.json.warnings);
  });

  it('are not requested again when neither credentials nor chat changed', async () => {
    const { create, patch, gateway } = await setUp();
    await create({ credentials: wrong });
    expect((await patch({ callback_url: 'http://127.0.0.1:9/in' })).json.warnings).toEqual([]);
    await gateway.request('DELETE', '/v1/channels/approvals');
    expect((await patch({})).json.warnings).toHaveLength(1);
  });

  it('are omitted when the platform does not answer within 3 s', async () => {
    const clock = manualClock();
    const { create, telegram } = await setUp(clock);
    telegram.failNext('getMe', { hang: true, times: 100 });
    let isAnswered = false;
    const creating = create().finally(() => (isAnswered = true));
    const before = telegram.calls({ method: 'getMe' }).length;
    await until(() => telegram.calls({ method: 'getMe' }).length > before);
    clock.advance(2999);
    expect(isAnswered).toBe(false);
    await until(() => {
      clock.advance(1);
      return isAnswered;
    });
    expect(await creating).toMatchObject({ status: 201, json: { warnings: [] } });
  });
});
