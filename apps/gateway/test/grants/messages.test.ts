import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, onPostgres, sqlite } from '../harness/engines.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { startWhatsApp, TEMPLATE } from '../harness/graph-apps.js';
import { adminKey, as, makeKey, startKeyedGateway } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { startAttacked } from './attacked.js';
import { deployWith, startGrants } from './fixture.js';

const isMessage = (text: string | undefined) => text?.includes('Standing approval by') === true;
const down = { error: { code: 500, description: 'Internal Server Error' } };

onEveryEngine((engine) => {
  it('30 uses edit the message of a standing approval at most once a minute, and it shows all of them in the end', async () => {
    const { give, askFor, telegram, ada, clock } = await startGrants(engine);
    const messages = () => telegram.messages({ chat: ada }).filter(({ text }) => isMessage(text));
    await give();
    await until(() => messages().length === 1);
    const edits: string[] = [];
    void telegram
      .waitForCall('editMessageText', ({ params }) => {
        const text = String((params as { text?: unknown }).text);
        if (isMessage(text) && !edits.includes(text)) edits.push(text);
        return false;
      })
      .catch(() => null);
    for (let version = 1; version <= 30; version += 1) await askFor({ version });
    expect(messages()).toHaveLength(1);
    expect(messages()[0]?.text).toContain('Used 0 of 50 times');
    clock.advance(61_000);
    await until(() => messages()[0]?.text?.includes('Used 30 of 50 times'));
    expect(edits.length).toBeLessThanOrEqual(1);
    expect(messages()).toHaveLength(1);
  });

  it('a standing approval counts while its message cannot be posted, and the message comes when the platform is back', async () => {
    const { askFor, press, telegram, ada, clock, list, isCovered, end } = await startGrants(engine);
    const messages = () => telegram.messages({ chat: ada }).filter(({ text }) => isMessage(text));
    await askFor();
    telegram.failNext('sendMessage', { ...down, times: 2, when: ({ text }) => isMessage(String(text)) });
    await press('Approve for 1 h');
    await until(async () => (await list()).length === 1);
    expect(await isCovered({ version: '2' })).toBe(true);
    await until(() => {
      clock.advance(5000);
      return messages().length === 1;
    });
    const [given] = await list();
    expect((await end(given?.['grant_id'])).status).toBe(200);
    await until(() => messages()[0]?.text?.includes('Ended at'));
    expect(messages()).toHaveLength(1);
    expect(messages()[0]?.reply_markup).toBeUndefined();
  });
});

it('an instance that stops while the message of a standing approval is posted leaves it to the next one, with its Stop', async () => {
  const { telegram, env: platform } = await startTelegram();
  const ada = telegram.addUser({ firstName: 'Ada' });
  const env = { ...(await sqlite.empty()), ...platform };
  const clock = manualClock();
  const first = await startKeyedGateway({ env, clock });
  await registerChannel(first, telegram, { id: 'approvals', chat: ada });
  const agent = await makeKey(first, { preset: 'agent' });
  const then = { grants: { max_sec: 3600, same: ['service', 'env'] } };
  await as(first, adminKey)('POST', '/v1/rules/new', { rule_id: 'rule', actions: ['deploy'], then });
  const question = { text: 'Go?', channel_id: 'approvals', decisions: ['approve', 'reject'], action: deployWith() };
  expect((await agent.request('POST', '/v1/prompts/new', question)).status).toBe(200);
  telegram.failNext('sendMessage', { ...down, times: 100, when: ({ text }) => isMessage(String(text)) });
  await telegram.press({ chat: ada, button: 'Approve for 1 h' });
  const grantsOf = async (gateway: typeof first) =>
    (await as(gateway, adminKey)('GET', '/v1/grants')).json as unknown as Record<string, unknown>[];
  await until(async () => (await grantsOf(first)).length === 1);
  await first.stop();
  telegram.clearFaults?.();
  const second = await startKeyedGateway({ env, clock });
  const messages = () => telegram.messages({ chat: ada }).filter(({ text }) => isMessage(text));
  await until(() => {
    clock.advance(60_000);
    return messages().length > 0;
  });
  const message = messages().at(-1)?.message_id ?? 0;
  await telegram.press({ chat: ada, message, button: 'Stop' });
  await until(async () => (await grantsOf(second))[0]?.['ended_at'] !== null);
  expect((await as(second, agent.key)('POST', '/v1/prompts/new', question)).json.state).toBe('pending');
});

describe('a standing approval in a chat whose window is closed', () => {
  it('answers without a template, and the message that cannot be posted stops nothing', async () => {
    const clock = manualClock();
    const { sim, gateway, register, addressOf } = await startWhatsApp({ clock });
    const ada = sim.addPerson({ wrote: false });
    sim.addTemplate(TEMPLATE);
    await register({ id: 'approvals', target: ada.waId, outsideWindow: 'template' });
    await sim.setWebhook(addressOf('approvals'));
    await sim.writeText({ person: ada, text: 'Hello' });
    const then = { grants: { max_sec: 28_800, same: ['service', 'env'] } };
    await gateway.request('POST', '/v1/rules/new', { body: { rule_id: 'rule', actions: ['deploy'], then } });
    const ask = async (version: string) => {
      const body = {
        channel_id: 'approvals',
        text: 'Go?',
        action: deployWith({ version }),
        decisions: ['approve', 'reject'],
      };
      const reply = await gateway.request('POST', '/v1/prompts/new', { body });
      expect(reply.status, reply.text).toBe(200);
      return reply.json;
    };
    clock.advance(23.8 * 3_600_000);
    await ask('1');
    await sim.press({ person: ada, button: 'Approve for 1 h' });
    await until(async () => (await gateway.request('GET', '/v1/grants')).text !== '[]');
    clock.advance(1_800_000);
    const sent = sim.messages(ada).length;
    expect(await ask('2')).toMatchObject({ state: 'answered', warnings: [] });
    expect(
      sim
        .messages(ada)
        .slice(sent)
        .filter(({ type }) => type === 'template'),
    ).toEqual([]);
  });
});

onPostgres((engine) => {
  it('a request whose instance was killed after the use is continued by its repeat: one use, and no message', async () => {
    const settings: { url?: string } = {};
    const kept = {
      ...engine,
      empty: async () => {
        const env = await engine.empty();
        settings.url = env['DATABASE_URL'];
        // Of the question by which it is given. The others are not posted.
        return { ...env, RATE_LIMIT_CHANNEL: '1' };
      },
    };
    const { give, gateway, agent, questionWith, grant, telegram, ada, owner } = await startAttacked(kept);
    const given = await give();
    const send = () =>
      gateway.request('POST', '/v1/prompts/new', {
        headers: { 'x-api-key': agent.key, 'idempotency-key': 'deploy-7' },
        body: questionWith({ action: deployWith({ version: '7' }) }),
      });
    const first = await send();
    expect(first.json).toMatchObject({ state: 'answered' });
    // As a kill leaves it: the prompt is linked to the key, and there is no reply.
    const client = new pg.Client({ connectionString: settings.url });
    await client.connect();
    const { rowCount } = await client.query(
      `UPDATE idempotent_request SET status = NULL, body = NULL, claimed_until = now() - interval '1 day' WHERE key = 'deploy-7'`,
    );
    await client.end();
    expect(rowCount).toBe(1);
    const messages = telegram.messages({ chat: ada }).length;
    const again = await send();
    expect(again.status, again.text).toBe(200);
    expect(again.json).toMatchObject({ state: 'answered', prompt_id: first.json.prompt_id, message_id: null });
    expect(await grant(given['grant_id'])).toMatchObject({ uses: 1 });
    expect(telegram.messages({ chat: ada })).toHaveLength(messages);
    expect((await owner('GET', `/v1/prompts/${first.json.prompt_num}`)).json).toMatchObject({ decided_by: 'grant' });
  });
});
