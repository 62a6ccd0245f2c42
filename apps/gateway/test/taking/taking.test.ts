import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { adminKey } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { startTaking } from './fixture.js';

onEveryEngine((engine) => {
  it('a person who writes that they have it is in the record, the chat, the event stream and the audit log', async () => {
    const { askTeam, write, bob, isTakenBy, get, inTeam, owner, gateway, telegram } = await startTaking(engine);
    const stream = await readEvents(gateway, { apiKey: adminKey });
    await askTeam({ approvers: [{ group: 'leads' }] });
    expect(await get(1)).toMatchObject({ taken_by: null, taken_at: null });
    await write(bob, 'i have IT');
    await isTakenBy('bob');
    expect(await get(1)).toMatchObject({
      state: 'pending',
      taken_by: { person_id: 'bob', operator_id: null, name: 'bob' },
      taken_at: expect.any(String),
      votes: [],
    });
    await until(() => inTeam().includes('✋ bob has question #1.'));
    await until(() => stream.events.some(({ type }) => type === 'prompt.taken'));
    expect((await owner('GET', '/v1/audit?action=prompt.taken')).json).toMatchObject([
      { actor: { id: 'person:bob' }, resource: { id: '#1' }, changes: [{ field: 'taken_by', after: 'bob' }] },
    ]);
    telegram.redeliver(telegram.updates().at(-1)?.update_id ?? 0);
    await write(bob, 'I have it');
    await until(() => inTeam().includes('You have question #1 already. It still needs an answer.'));
    expect(inTeam().filter((text) => text.includes('has question #1'))).toHaveLength(1);
  });

  it('another take replaces it and the chat says so, all others can still answer, and it ends with the prompt', async () => {
    const { askTeam, write, ada, bob, isTakenBy, get, inTeam, pressInTeam } = await startTaking(engine);
    await askTeam({ approvers: [{ group: 'leads' }] });
    await write(bob, 'I have it');
    await isTakenBy('bob');
    await write(ada, 'I have it');
    await isTakenBy('ada');
    await until(() => inTeam().includes('✋ ada has question #1 now, instead of bob.'));
    await pressInTeam(bob, 'Approve');
    await until(async () => (await get(1)).state === 'answered');
    expect(await get(1)).toMatchObject({ answer: 'approve', taken_by: null, taken_at: null });
  });

  it('an operator takes a prompt, hands it over and releases it, and the chat reads who did', async () => {
    const { askTeam, inConsole, inTeam, owner, gateway } = await startTaking(engine);
    const stream = await readEvents(gateway, { apiKey: adminKey });
    await askTeam();
    const taken = await inConsole('take');
    expect(taken).toMatchObject({
      status: 200,
      json: { taken_by: { person_id: null, operator_id: expect.any(String), name: 'Ada' } },
    });
    expect((await inConsole('take')).json.taken_at).toBe(taken.json.taken_at);
    expect(await inConsole('hand-over', { person_id: 'unknown' })).toMatchObject({ status: 400 });
    const handed = await inConsole('hand-over', { person_id: 'bob' });
    expect(handed.json.taken_by).toEqual({ person_id: 'bob', operator_id: null, name: 'bob' });
    const released = await inConsole('release');
    expect(released).toMatchObject({ status: 200, json: { taken_by: null, taken_at: null } });
    expect((await inConsole('release')).status).toBe(200);
    const notes = [
      '✋ Ada has question #1.',
      '✋ Ada handed question #1 over to bob.',
      'Ada released question #1, which bob had. It still needs an answer.',
    ];
    await until(() => notes.every((note) => inTeam().includes(note)));
    const changes = async (action: string) => {
      const { json } = await owner('GET', `/v1/audit?action=${action}&order=oldest`);
      return json.map((entry: { actor: { kind: string }; changes: object[] }) => [entry.actor.kind, entry.changes[0]]);
    };
    expect(await changes('prompt.taken')).toEqual([
      ['operator', { field: 'taken_by', before: null, after: 'Ada' }],
      ['operator', { field: 'taken_by', before: 'Ada', after: 'bob' }],
    ]);
    expect(await changes('prompt.released')).toEqual([['operator', { field: 'taken_by', before: 'bob', after: null }]]);
    await until(() => stream.events.filter(({ type }) => type === 'prompt.released').length === 1);
    expect(stream.events.filter(({ type }) => type === 'prompt.taken')).toHaveLength(2);
  });

  it('of many who take a prompt at the same time one has it, and each change is told once', async () => {
    const { askTeam, ada, bob, cy, write, inTeam, takenBy, owner } = await startTaking(engine);
    await askTeam();
    const names = ['Ada', 'Bob', 'Cy'];
    await Promise.all([ada, bob, cy].map((user) => write(user, 'I have it')));
    const audited = async () => (await owner('GET', '/v1/audit?action=prompt.taken&order=oldest')).json;
    await until(async () => (await audited()).length === 3);
    const chain = (await audited()).map(
      (entry: { changes: [{ before: string | null; after: string }] }) => entry.changes[0],
    );
    expect(chain[0].before).toBeNull();
    expect(chain[1].before).toBe(chain[0].after);
    expect(chain[2].before).toBe(chain[1].after);
    expect(await takenBy()).toMatchObject({ name: chain[2].after });
    expect(chain.map(({ after }: { after: string }) => after).toSorted()).toEqual(names);
    await until(() => inTeam().filter((text) => text.startsWith('✋')).length === 3);
  });

  it('no take is lost when people in two chats and an operator take a prompt at the same time', async () => {
    const { ask, telegram, slack, ada, grace, ops, inConsole, owner } = await startTaking(engine);
    await ask({ channel_id: undefined, channels: ['approvals', 'oncall'] });
    const under = slack.messages(ops)[0]!;
    const taken = async () => (await owner('GET', '/v1/audit?action=prompt.taken&limit=200')).json.length as number;
    for (const round of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await inConsole('release');
      telegram.writeText({ chat: ada, text: 'ID:#1 I have it' });
      slack.writeText({ channel: ops, user: grace, text: 'I have it', under });
      await inConsole('take');
      await until(async () => (await taken()) === 3 * round);
    }
  });
});

describe('taking a prompt', () => {
  const shared = startOnce(startTaking);

  it('is refused to every API key, also one with all rights', async () => {
    const { agent, owner, askTeam, takenBy } = shared();
    const { prompt_num: num } = await askTeam();
    for (const what of ['take', 'release', 'hand-over'])
      for (const request of [agent.request, owner])
        expect(await request('POST', `/v1/prompts/${num}/${what}`, { person_id: 'bob' })).toMatchObject({
          status: 403,
        });
    expect(await takenBy(num)).toBeNull();
  });

  it('is refused to people and operators who may not answer, and so is handing it over to such a person', async () => {
    const { askTeam, write, cy, inTeam, inConsole, owner, takenBy, browser } = shared();
    const { prompt_num: num } = await askTeam({ approvers: [{ group: 'leads' }] });
    await write(cy, 'I have it', num);
    await until(() => inTeam().some((text) => text.includes(`Only the group Leads may answer question #${num}`)));
    for (const what of ['take', 'release'] as const)
      expect(await inConsole(what, undefined, num)).toMatchObject({ status: 403, json: { code: 'not_an_approver' } });
    const { operator } = (await browser.request('GET', '/console/session')).json;
    await owner('PATCH', '/v1/people/ada', { operator_id: operator.id });
    expect(await inConsole('hand-over', { person_id: 'cy' }, num)).toMatchObject({
      status: 400,
      json: { detail: 'person_id: "cy" may not answer this prompt.' },
    });
    expect(await takenBy(num)).toBeNull();
    expect((await inConsole('take', undefined, num)).json.taken_by).toMatchObject({ person_id: 'ada' });
    await owner('PATCH', '/v1/people/ada', { operator_id: null });
  });

  it('is refused after the prompt was closed', async () => {
    const { askTeam, write, bob, inTeam, inConsole, agent } = shared();
    const { prompt_num: num } = await askTeam();
    await agent.request('POST', `/v1/prompts/${num}/cancel`, {});
    expect(await inConsole('take', undefined, num)).toMatchObject({
      status: 409,
      json: { code: 'prompt_not_pending' },
    });
    await write(bob, 'I have it', num);
    await until(() => inTeam().some((text) => text.startsWith(`Question #${num} was cancelled`)));
  });

  it('is not what the words mean where a text is an answer', async () => {
    const { ask, write, bob, get, takenBy } = shared();
    const { prompt_num: num } = await ask({
      channel_id: 'team',
      text: 'Who has the key?',
      action: undefined,
      decisions: undefined,
      allow_text: true,
    });
    await write(bob, 'I have it', num);
    await until(async () => (await get(num)).state === 'answered');
    expect(await get(num)).toMatchObject({ answer: 'I have it', answer_type: 'text' });
    expect(await takenBy(num)).toBeNull();
  });

  it('cannot be the label of an answer that lets an action run', async () => {
    const { agent } = shared();
    const body = { channel_id: 'team', text: 'Ship it?', action: { name: 'deploy' } };
    for (const more of [
      { decisions: ['approve', 'reject'], labels: { approve: 'I have it' } },
      { options: ['✅ i have it', 'No'], approving_options: ['✅ i have it'] },
    ])
      expect(await agent.request('POST', '/v1/prompts/new', { ...body, ...more })).toMatchObject({ status: 400 });
  });
});
