import { describe, expect, it } from 'vitest';
import { createPolicy, listAudit } from '@gateway/contract';
import { onEveryEngine } from '../harness/engines.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { ada as owner, setUpConsole } from '../harness/operators.js';
import { startOnce } from '../harness/shared.js';

const telegram = (user_id: string) => ({ platform: 'telegram', user_id });
const slack = (user_id: string) => ({ platform: 'slack', user_id });

onEveryEngine((engine) => {
  const shared = startOnce(() => startKeyedGateway({ engine }));
  const post = (path: string, body: unknown) => shared().request('POST', path, { body });
  const patch = (path: string, body: unknown) => shared().request('PATCH', path, { body });
  const get = (path: string) => shared().request('GET', path);
  const remove = (path: string) => shared().request('DELETE', path);

  describe('a person', () => {
    it('is created with identities and groups in the given order, read, changed and deleted', async () => {
      await post('/v1/groups/new', { group_id: 'ops', name: 'Operations' });
      await post('/v1/groups/new', { group_id: 'dev', name: 'Developers' });
      const made = await post('/v1/people/new', {
        person_id: 'grace',
        name: ' Grace Hopper ',
        identities: [telegram('7'), slack('U7')],
        groups: ['ops', 'dev'],
      });
      expect(made).toMatchObject({
        status: 201,
        json: {
          person_id: 'grace',
          name: 'Grace Hopper',
          identities: [telegram('7'), slack('U7')],
          operator_id: null,
          groups: ['ops', 'dev'],
        },
      });
      expect(await get('/v1/people/grace')).toMatchObject({ status: 200, json: made.json });
      expect((await get('/v1/groups/ops')).json.members).toEqual(['grace']);

      const changed = await patch('/v1/people/grace', { identities: [slack('U8'), telegram('7')], groups: ['dev'] });
      expect(changed).toMatchObject({
        status: 200,
        json: { name: 'Grace Hopper', identities: [slack('U8'), telegram('7')], groups: ['dev'] },
      });
      expect((await get('/v1/groups/ops')).json.members).toEqual([]);

      expect(await remove('/v1/people/grace')).toMatchObject({ status: 200, json: changed.json });
      expect((await get('/v1/people/grace')).status).toBe(404);
      expect((await get('/v1/groups/dev')).json.members).toEqual([]);
      const audit = await shared().call(listAudit, { query: { resource_id: 'grace' } });
      expect(audit.map(({ action }) => action)).toEqual(['person.deleted', 'person.updated', 'person.created']);
    });

    it('is refused with an id that is taken, and with an identity of another person that the error names', async () => {
      await post('/v1/people/new', { person_id: 'alan', name: 'Alan', identities: [telegram('70')] });
      expect((await post('/v1/people/new', { person_id: 'alan', name: 'Alan' })).status).toBe(409);
      const other = { person_id: 'other', name: 'Other', identities: [slack('U70'), telegram('70')] };
      expect(await post('/v1/people/new', other)).toMatchObject({
        status: 409,
        json: { code: 'conflict', detail: expect.stringMatching(/"70" of telegram.*"alan"/) },
      });
      expect((await get('/v1/people/other')).status).toBe(404);
      await post('/v1/people/new', { ...other, identities: [slack('U70')] });
      expect((await patch('/v1/people/other', { identities: [telegram('70')] })).status).toBe(409);
      expect((await get('/v1/people/other')).json.identities).toEqual([slack('U70')]);
      // Of a person who gave it up, another one may have it.
      await patch('/v1/people/alan', { identities: [] });
      expect((await patch('/v1/people/other', { identities: [telegram('70')] })).status).toBe(200);
    });

    it('is created once when many requests create the same identity concurrently', async () => {
      const made = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          post('/v1/people/new', { person_id: `twin-${index}`, name: 'Twin', identities: [telegram('71')] }),
        ),
      );
      expect(made.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        201,
        ...Array.from({ length: 7 }, () => 409),
      ]);
    });

    it('with an unknown operator, group or platform is refused with what to do', async () => {
      const person = { person_id: 'lost', name: 'Lost' };
      for (const [field, value, reason] of [
        ['operator_id', 'missing', /operator_id.*no operator "missing"/],
        ['groups', ['nowhere'], /groups.*no group "nowhere".*POST \/v1\/groups\/new/],
        ['identities', [{ platform: 'pigeon', user_id: '1' }], /"pigeon"/],
        ['identities', [telegram('1'), telegram('1')], /must not repeat an identity/],
        ['name', ' ', /name must not be blank/],
      ] as const) {
        expect(await post('/v1/people/new', { ...person, [field]: value })).toMatchObject({
          status: 400,
          json: { detail: expect.stringMatching(reason) },
        });
      }
      expect((await patch('/v1/people/lost', { name: 'Found' })).status).toBe(404);
      expect((await remove('/v1/people/lost')).status).toBe(404);
    });

    it('is an operator whom no other person is, until they give the operator up', async () => {
      const gateway = await startKeyedGateway({ engine });
      const browser = await setUpConsole(gateway);
      const { operator } = (await browser.request('GET', '/console/session')).json;
      expect(operator.name).toBe(owner.name);
      const made = await browser.request('POST', '/v1/people/new', {
        person_id: 'ada',
        name: 'Ada',
        operator_id: operator.id,
      });
      expect(made).toMatchObject({ status: 201, json: { operator_id: operator.id } });
      const found = async (id: string) => (await browser.request('GET', `/v1/people?operator_id=${id}`)).json;
      expect(await found(operator.id)).toEqual([made.json]);
      expect(await found('other')).toEqual([]);
      const second = { person_id: 'second', name: 'Second', operator_id: operator.id };
      expect(await browser.request('POST', '/v1/people/new', second)).toMatchObject({
        status: 409,
        json: { detail: expect.stringContaining('"ada"') },
      });
      expect((await browser.request('PATCH', '/v1/people/ada', { operator_id: null })).json.operator_id).toBeNull();
      expect((await browser.request('POST', '/v1/people/new', second)).status).toBe(201);
    });
  });

  describe('a group', () => {
    it('is created with members in the given order, changed and deleted', async () => {
      for (const person_id of ['m1', 'm2', 'm3']) await post('/v1/people/new', { person_id, name: person_id });
      const made = await post('/v1/groups/new', { group_id: 'crew', name: 'Crew', members: ['m2', 'm1'] });
      expect(made).toMatchObject({ status: 201, json: { group_id: 'crew', name: 'Crew', members: ['m2', 'm1'] } });
      expect((await post('/v1/groups/new', { group_id: 'crew', name: 'Crew' })).status).toBe(409);
      expect((await get('/v1/people/m1')).json.groups).toEqual(['crew']);
      const changed = await patch('/v1/groups/crew', { members: ['m3', 'm2'] });
      expect(changed).toMatchObject({ status: 200, json: { name: 'Crew', members: ['m3', 'm2'] } });
      expect(await remove('/v1/groups/crew')).toMatchObject({ status: 200, json: changed.json });
      expect((await get('/v1/groups/crew')).status).toBe(404);
      expect((await get('/v1/people/m2')).json.groups).toEqual([]);
    });

    it('with an unknown member is refused and not created', async () => {
      expect(await post('/v1/groups/new', { group_id: 'ghosts', name: 'Ghosts', members: ['ghost'] })).toMatchObject({
        status: 400,
        json: { detail: expect.stringMatching(/no person "ghost".*POST \/v1\/people\/new/) },
      });
      expect((await get('/v1/groups/ghosts')).status).toBe(404);
    });

    it('or a person cannot be deleted while a policy names it', async () => {
      const gateway = await startKeyedGateway({ engine });
      await gateway.request('POST', '/v1/people/new', { body: { person_id: 'ada', name: 'Ada' } });
      await gateway.request('POST', '/v1/groups/new', { body: { group_id: 'ops', name: 'Operations' } });
      await gateway.request('POST', '/v1/channels/new', { body: questions });
      await gateway.call(createPolicy, {
        body: {
          policy_id: 'later',
          name: 'Later',
          steps: [
            { after_sec: 5, remind: true },
            { after_sec: 60, channels: ['questions'], approvers: [{ person: 'ada' }, { group: 'ops' }] },
          ],
        },
      });
      for (const path of ['/v1/people/ada', '/v1/groups/ops']) {
        expect(await gateway.request('DELETE', path)).toMatchObject({
          status: 409,
          json: { detail: expect.stringMatching(/the policy "later" names it/) },
        });
        expect((await gateway.request('GET', path)).status).toBe(200);
      }
      await gateway.request('PATCH', '/v1/policies/later', { body: { steps: [] } });
      expect((await gateway.request('DELETE', '/v1/people/ada')).status).toBe(200);
      expect((await gateway.request('DELETE', '/v1/groups/ops')).status).toBe(200);
    });
  });

  it('people and groups are listed newest first, by pages', async () => {
    const gateway = await startKeyedGateway({ engine });
    for (const number of [1, 2, 3]) {
      await gateway.request('POST', '/v1/people/new', { body: { person_id: `p${number}`, name: 'P' } });
      await gateway.request('POST', '/v1/groups/new', { body: { group_id: `g${number}`, name: 'G', members: ['p1'] } });
    }
    for (const [path, id] of [
      ['/v1/people', 'person_id'],
      ['/v1/groups', 'group_id'],
    ] as const) {
      const first = await gateway.request('GET', `${path}?limit=2`);
      const [next] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.slice(1) ?? [];
      const rest = await gateway.request('GET', next ?? '');
      const ids = [...first.json, ...rest.json].map((record: Record<string, string>) => record[id]?.slice(1));
      expect(ids).toEqual(['3', '2', '1']);
    }
  });

  it('people and groups are read with people:read and changed with people:write, which the preset agent lacks', async () => {
    const gateway = shared();
    const agent = await makeKey(gateway, { preset: 'agent' });
    const reader = await makeKey(gateway, { preset: 'readonly' });
    const writer = await makeKey(gateway, { scopes: ['people:write'] });
    for (const [path, body] of [
      ['people', { person_id: 'rights', name: 'Rights' }],
      ['groups', { group_id: 'rights', name: 'Rights' }],
    ] as const) {
      expect((await agent.request('GET', `/v1/${path}`)).status).toBe(403);
      expect((await reader.request('GET', `/v1/${path}`)).status).toBe(200);
      for (const holder of [agent, reader]) {
        expect((await holder.request('POST', `/v1/${path}/new`, body)).json).toMatchObject({
          code: 'forbidden',
          detail: expect.stringContaining('people:write'),
        });
      }
      expect((await writer.request('POST', `/v1/${path}/new`, body)).status).toBe(201);
      expect((await writer.request('PATCH', `/v1/${path}/rights`, { name: 'Changed' })).status).toBe(200);
      expect((await writer.request('DELETE', `/v1/${path}/rights`)).status).toBe(200);
    }
  });
});

const questions = {
  channel_id: 'questions',
  platform: 'telegram',
  target_chat_id: '1',
  channel_type: 'PROMPT',
  credentials: { bot_token: '123456:ABC-DEF' },
};
