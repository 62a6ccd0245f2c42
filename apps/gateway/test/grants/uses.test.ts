import { expect, it } from 'vitest';
import { onEveryEngineInBothTiers, onPostgres } from '../harness/engines.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { adminKey, as, makeKey, startKeyedGateway } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { startGrants } from './fixture.js';

const withUses = (max_uses: number) => ({ grants: { max_sec: 3600, same: ['service', 'env'], max_uses } });
const times = (count: number) => Array.from({ length: count }, (_, at) => at);

onEveryEngineInBothTiers((engine) => {
  it('50 questions at once use a standing approval for 10 exactly 10 times, and the others are asked', async () => {
    const { give, askFor, grant } = await startGrants(engine, withUses(10));
    const given = await give();
    const asked = await Promise.all(times(50).map((version) => askFor({ version })));
    const covered = asked.filter(({ state }) => state === 'answered');
    expect(covered).toHaveLength(10);
    expect(asked.filter(({ state }) => state === 'pending')).toHaveLength(40);
    expect(await grant(given['grant_id'])).toMatchObject({ uses: 10, max_uses: 10, ended_reason: 'used_up' });
  });

  it('a request that is repeated with its Idempotency-Key uses a standing approval once', async () => {
    const { give, gateway, agent, questionWith, grant } = await startGrants(engine);
    const given = await give();
    const action = { name: 'deploy', args: { service: 'api', env: 'staging', version: '7' } };
    const send = () =>
      gateway.request('POST', '/v1/prompts/new', {
        headers: { 'x-api-key': agent.key, 'idempotency-key': 'deploy-7' },
        body: questionWith({ action }),
      });
    const first = await send();
    expect(first.json).toMatchObject({ state: 'answered', grant_id: given['grant_id'] });
    const replies = await Promise.all(times(5).map(send));
    for (const reply of replies) expect(reply.text).toBe(first.text);
    expect(await grant(given['grant_id'])).toMatchObject({ uses: 1 });
  });

  it('of two presses on the same button, and of a press on a closed question, one gives a standing approval', async () => {
    const { askFor, press, recordOf, list, telegram, ada } = await startGrants(engine);
    const asked = await askFor();
    const newest = () => {
      const { message_id: message = 0, reply_markup: markup } = telegram.messages({ chat: ada }).at(-1) ?? {};
      const data =
        markup?.inline_keyboard.flat().find(({ text }) => text.endsWith('Approve for 1 h'))?.callback_data ?? '';
      return () => telegram.press({ chat: ada, message, button: { data }, stale: true });
    };
    const again = newest();
    await Promise.all([press('Approve for 1 h'), again(), again()]);
    await until(async () => (await recordOf(asked.prompt_num)).state === 'answered');
    const presses = telegram.updates().filter((update) => 'callback_query' in update);
    for (const { update_id: id } of presses) telegram.redeliver(id);
    await again();
    expect(await list()).toHaveLength(1);
    const plain = await askFor({ service: 'web' });
    const late = newest();
    await press('Reject');
    await until(async () => (await recordOf(plain.prompt_num)).state === 'answered');
    await late();
    expect(await list()).toHaveLength(1);
  });
});

onPostgres((engine) => {
  /** Two instances on one database with a standing approval. */
  async function startTwo(then: object) {
    const { telegram, env: platform } = await startTelegram();
    const ada = telegram.addUser({ firstName: 'Ada' });
    const env = { ...(await engine.empty()), ...platform };
    const [one, two] = [await startKeyedGateway({ env }), await startKeyedGateway({ env })];
    await registerChannel(one, telegram, { id: 'approvals', chat: ada });
    const owner = as(one, adminKey);
    const agent = await makeKey(one, { preset: 'agent' });
    await owner('POST', '/v1/rules/new', { rule_id: 'deployments', actions: ['deploy'], then });
    const ask = async (version: number, gateway = version % 2 === 0 ? one : two) => {
      const action = { name: 'deploy', args: { service: 'api', env: 'staging', version } };
      const body = { text: 'Go?', channel_id: 'approvals', decisions: ['approve', 'reject'], action };
      const reply = await as(gateway, agent.key)('POST', '/v1/prompts/new', body);
      expect(reply.status, reply.text).toBe(200);
      return reply.json;
    };
    await ask(0);
    await telegram.press({ chat: ada, button: 'Approve for 1 h' });
    const list = async () => (await owner('GET', '/v1/grants')).json as unknown as { grant_id: string; uses: number }[];
    await until(async () => (await list()).length === 1);
    const [given] = await list();
    return { one, two, owner, agent, ask, list, id: given?.grant_id ?? '', telegram, ada };
  }

  it('50 questions at once on two instances use a standing approval for 10 exactly 10 times', async () => {
    const { ask, list } = await startTwo(withUses(10));
    const asked = await Promise.all(times(50).map((version) => ask(version)));
    expect(asked.filter(({ state }) => state === 'answered')).toHaveLength(10);
    expect(await list()).toMatchObject([{ uses: 10 }]);
  });

  for (const how of ['DELETE', 'Stop', 'a change of the rule'])
    it(`while 100 questions come in on two instances, none is answered after ${how} was confirmed, and no approval is used`, async () => {
      const { ask, id, one, two, owner, agent, telegram, ada, list } = await startTwo(withUses(1000));
      let isConfirmed = false;
      const late: unknown[] = [];
      const covered: number[] = [];
      const loop = async (lane: number) => {
        for (const at of times(25)) {
          const wasConfirmed = isConfirmed;
          const asked = await ask(lane * 1000 + at);
          if (asked.state !== 'answered') continue;
          if (wasConfirmed) late.push(asked.prompt_id);
          covered.push(Number(asked.prompt_num));
        }
      };
      const lanes = [2, 3, 4, 5].map((lane) => loop(lane));
      await until(() => covered.length > 5);
      if (how === 'DELETE') expect((await as(two, adminKey)('DELETE', `/v1/grants/${id}`)).status).toBe(200);
      else if (how === 'a change of the rule')
        expect((await as(two, adminKey)('PATCH', '/v1/rules/deployments', { then: { title: 'New' } })).status).toBe(
          200,
        );
      else {
        const hasStop = () =>
          telegram
            .messages({ chat: ada })
            .find(({ reply_markup: markup }) => markup?.inline_keyboard.flat().some(({ text }) => text === 'Stop'));
        const message = await until(hasStop);
        await telegram.press({ chat: ada, message: message.message_id, button: 'Stop' });
      }
      isConfirmed = true;
      await Promise.all(lanes);
      expect(late).toEqual([]);
      const [record] = await list();
      const reason = how === 'a change of the rule' ? 'rule_changed' : 'stopped';
      expect(record).toMatchObject({ uses: covered.length, ended_reason: reason });
      for (const num of covered) {
        const action_digest = (await owner('GET', `/v1/prompts/${num}`)).json.action_digest;
        const use = await as(one, agent.key)('POST', `/v1/prompts/${num}/consume`, { action_digest });
        expect(use.json).toMatchObject({ code: 'approval_withdrawn' });
      }
    });
});
