import { describe, expect, it } from 'vitest';
import { onEveryEngine, sqlite, type Engine } from '../harness/engines.js';
import { startTelegram, startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { startOnce } from '../harness/shared.js';

async function setUp(engine: Engine) {
  const { telegram, env } = await startTelegram();
  const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
  const create = async (channel_id: string, changes: object = {}) => {
    const body = {
      channel_id,
      platform: 'telegram',
      target_chat_id: '5',
      channel_type: 'PROMPT',
      credentials: { bot_token: telegram.token },
      ...changes,
    };
    expect((await gateway.request('POST', '/v1/channels/new', { body })).status).toBe(201);
  };
  const ids = async (query = ''): Promise<string[]> =>
    (await gateway.request('GET', `/v1/channels${query}`)).json.map(
      (channel: { channel_id: string }) => channel.channel_id,
    );
  return { gateway, create, ids, chat: String(telegram.addUser({ firstName: 'Ada' }).id) };
}

describe('GET /v1/channels', () => {
  onEveryEngine((engine) => {
    it('lists every channel, newest first, inactive ones too, without credentials', async () => {
      const { gateway, create, ids } = await setUp(engine);
      expect(await ids()).toEqual([]);
      for (const id of ['a', 'b', 'c']) await create(id);
      await gateway.request('DELETE', '/v1/channels/b');
      await gateway.request('PATCH', '/v1/channels/a', { body: { target_chat_id: '6' } });
      expect(await ids()).toEqual(['c', 'b', 'a']);
      const { text, json } = await gateway.request('GET', '/v1/channels');
      expect(text).not.toContain('"credentials"');
      expect(json[1]).toMatchObject({
        channel_id: 'b',
        platform: 'telegram',
        target_chat_id: '5',
        channel_type: 'PROMPT',
        is_active: false,
        callback_url: null,
      });
    });

    it('filters by the same health that each record shows', async () => {
      const { gateway, create, ids, chat } = await setUp(engine);
      await create('works', { target_chat_id: chat });
      await create('old');
      await create('fails', { credentials: { bot_token: '1:of-a-bot-that-is-not-there' } });
      await gateway.request('DELETE', '/v1/channels/old');
      await until(async () => (await ids('?health=ok')).length + (await ids('?health=failing')).length === 2);
      expect(await ids('?health=ok')).toEqual(['works']);
      expect(await ids('?health=failing')).toEqual(['fails']);
      expect(await ids('?health=inactive')).toEqual(['old']);
      expect(await ids('?health=unknown')).toEqual([]);
      expect(await ids('?health=failing&active=false')).toEqual([]);
    });

    it('filters by platform, type, activity and part of the id or target', async () => {
      const { gateway, create, ids } = await setUp(engine);
      await create('release_50');
      await create('talk', {
        channel_type: 'MESSAGE',
        callback_url: 'http://127.0.0.1:9/in',
        target_chat_id: '-100777',
      });
      await create('old');
      await gateway.request('DELETE', '/v1/channels/old');
      expect(await ids('?platform=telegram')).toEqual(['old', 'talk', 'release_50']);
      expect(await ids('?channel_type=MESSAGE')).toEqual(['talk']);
      expect(await ids('?active=true&channel_type=PROMPT')).toEqual(['release_50']);
      expect(await ids('?active=false')).toEqual(['old']);
      expect(await ids('?q=777')).toEqual(['talk']);
      expect(await ids('?q=RELEASE')).toEqual(['release_50']);
      expect(await ids('?q=%25')).toEqual([]);
      expect(await ids('?q=releaseX50')).toEqual([]);
    });

    it('continues by the Link header with the same filters, without gaps or repeats while channels are added', async () => {
      const { gateway, create } = await setUp(engine);
      for (let index = 1; index <= 7; index += 1) await create(`c${index}`);
      const seen: string[] = [];
      let path: string | null = '/v1/channels?limit=3&channel_type=PROMPT';
      while (path !== null) {
        const page = await gateway.request('GET', path);
        seen.push(...page.json.map((channel: { channel_id: string }) => channel.channel_id));
        const link: string | null = page.headers.get('link');
        if (link !== null) await create(`later${seen.length}`);
        path = link && (/^<([^>]+)>; rel="next"$/.exec(link)?.[1] ?? null);
      }
      expect(seen).toEqual(['c7', 'c6', 'c5', 'c4', 'c3', 'c2', 'c1']);
    });
  });

  const shared = startOnce(() => setUp(sqlite));

  it.each([
    ['limit=0', 'limit must be at least 1.'],
    ['limit=201', 'limit must be at most 200.'],
    ['platform=pigeon', 'No adapter for the platform "pigeon"'],
    ['platform=', 'platform must not be empty.'],
    ['platform=__proto__', 'No adapter for the platform "__proto__"'],
    ['channel_type=prompt', 'channel_type must be one of MESSAGE, PROMPT.'],
    ['active=yes', 'active must be one of true, false.'],
    ['type=PROMPT', 'type is unknown.'],
    ['q=', 'q must not be empty.'],
  ])('rejects ?%s with 400', async (query, words) => {
    const { gateway } = shared();
    const refused = await gateway.request('GET', `/v1/channels?${query}`);
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toContain(words);
  });
});
