import { expect, it } from 'vitest';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { adminKey, as, makeKey, startKeyedGateway } from '../harness/keys.js';
import { deploy } from '../rules/fixture.js';
import { exhausted, startLimited } from './fixture.js';

const ofAda = { approvers: [{ person: 'ada' }] };
const ofLeads = { approvers: [{ group: 'leads' }, { person: 'bob' }] };
const ofBob = { approvers: [{ person: 'bob' }] };

onEveryEngine((engine) => {
  it('max_open_per_person counts the prompts whose list names the person, alone or in a group, and a key holds at most half of it', async () => {
    const { ask, asker, questionWith, agent } = await startLimited(engine, { max_open_per_person: 4 });
    const [other, third] = [await asker(), await asker()];
    expect([await ask(ofAda), await ask(ofLeads), await ask(ofAda), await ask(ofLeads)]).toEqual([
      200,
      200,
      exhausted,
      exhausted,
    ]);
    const share = await agent.request('POST', '/v1/prompts/new', questionWith(ofAda));
    expect(share.json.detail).toMatch(
      /2 open prompts of this key in channel "approvals" wait for one .* max_open_per_person allows 4, of which one key may hold 2/,
    );
    expect([await ask(ofBob), await ask(ofBob), await ask()]).toEqual([200, exhausted, 200]);
    expect([await ask(ofLeads, other), await ask(ofAda, other), await ask(ofAda, other)]).toEqual([
      200,
      200,
      exhausted,
    ]);
    const full = await third.request('POST', '/v1/prompts/new', questionWith(ofAda));
    expect(full).toMatchObject({ status: 429, json: { code: exhausted, retryable: true } });
    expect(full.json.detail).toMatch(/^4 open prompts in channel "approvals" wait for one .* allows 4: wait/);
    await agent.request('POST', '/v1/prompts/1/cancel');
    expect([await ask(ofAda, third), await ask(ofAda, third)]).toEqual([200, exhausted]);
  });

  it('max_open_per_person lets a key always hold one, and counts prompts from before the limit was set', async () => {
    const { ask, asker, limit, owner } = await startLimited(engine);
    await ask(ofLeads);
    await limit({ max_open_per_person: 1 });
    const other = await asker();
    expect([await ask(ofAda), await ask(ofAda, other)]).toEqual([exhausted, exhausted]);
    await limit({ max_open_per_person: 3 });
    expect([await ask(ofAda), await ask(ofAda, other), await ask(ofAda, other)]).toEqual([exhausted, 200, exhausted]);
    await limit({ max_open_per_person: null });
    expect(await ask(ofAda)).toBe(200);
    expect((await owner('GET', '/v1/channels/approvals')).json).not.toHaveProperty('max_open_per_person');
  });

  it('max_open_per_person counts the list of the channel, and no prompts of other channels', async () => {
    const { ask, owner, limit } = await startLimited(engine, { max_open_per_person: 2 });
    const elsewhere = { ...ofAda, channel_id: 'oncall' };
    expect([await ask(elsewhere), await ask(elsewhere)]).toEqual([200, 200]);
    await owner('PATCH', '/v1/channels/approvals', { approvers: [{ person: 'ada' }] });
    expect([await ask(), await ask()]).toEqual([200, exhausted]);
    await limit({ max_open_per_person: 10_000 });
    expect(await ask()).toBe(200);
  });
});

onPostgres((engine) => {
  it('50 simultaneous prompts over two instances never exceed max_open_per_key and max_open_per_person', async () => {
    const { telegram, env: platform } = await startTelegram();
    const ada = telegram.addUser({ firstName: 'Ada' });
    const env = { ...(await engine.empty()), ...platform };
    const [one, two] = [await startKeyedGateway({ env }), await startKeyedGateway({ env })];
    await registerChannel(one, telegram, { id: 'approvals', chat: ada });
    const owner = as(one, adminKey);
    const identities = [{ platform: 'telegram', user_id: String(ada.id) }];
    await owner('POST', '/v1/people/new', { person_id: 'ada', name: 'Ada', identities });
    await owner('PATCH', '/v1/channels/approvals', { max_open_per_key: 2, max_open_per_person: 9 });
    const keys: string[] = [];
    for (let n = 0; n < 5; n += 1) keys.push((await makeKey(one, { preset: 'agent' })).key);
    const body = { text: 'Ship it?', channel_id: 'approvals', action: deploy, decisions: ['approve', 'reject'] };
    // The other instance knows the limits when it refuses the third prompt of a key.
    await as(two, adminKey)('POST', '/v1/prompts/new', body);
    const asked = Array.from({ length: 50 }, (_, at) => as(at % 2 === 0 ? one : two, keys[at % 5] ?? ''));
    const replies = await Promise.all(
      asked.map((request) => request('POST', '/v1/prompts/new', { ...body, ...ofAda })),
    );
    const opened = replies.filter(({ status }) => status === 200);
    expect(opened).toHaveLength(9);
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ json }) => json.code))).toEqual(
      new Set([exhausted]),
    );
    const pending = (await owner('GET', '/v1/prompts?limit=200')).json as { api_key_id: string }[];
    const idsOf = (list: typeof pending) => list.map(({ api_key_id }) => api_key_id);
    for (const id of idsOf(pending)) expect(idsOf(pending).filter((other) => other === id).length).toBeLessThan(3);
  });
});
