import { expect, test } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStores, newAudit, newChannel, newKey, newPrompt, org } from './fixture.js';
import { newGroup, newPerson, newPolicy } from './people-fixture.js';

const audit = newAudit('person.deleted', 'x');
const approvers = JSON.stringify([{ user_id: '7' }, { person: 'ada' }, { group: 'ops' }]);
const policy = JSON.stringify({
  steps: [
    { after_sec: 1, remind: true },
    { after_sec: 2, approvers: JSON.parse(approvers) },
  ],
});

onEveryEngine((engine) => {
  const start = async () => {
    const { stores, database } = await freshStores(engine);
    const [store] = stores;
    // Ids that the name of another kind equals: only the entry of the same kind counts.
    for (const id of ['ada', 'ops']) {
      await store.people.insert(newPerson(id), audit);
      await store.groups.insert(newGroup(id), audit);
    }
    await store.channels.insert(newChannel('release'));
    await store.channels.insert(newChannel('other'));
    return { store, database };
  };

  test.each([
    [
      'a channel',
      'channel',
      'release',
      ['UPDATE channel SET approvers = ? WHERE channel_id = ?', [approvers, 'release']],
    ],
    ['a policy', 'policy', 'later', [`UPDATE policy SET rules = ? WHERE policy_id = ?`, [policy, 'later']]],
    [
      'a pending prompt',
      'prompt',
      '1',
      ['UPDATE prompt SET terms = ? WHERE num = ?', [`{"approvers":${approvers},"policy":null}`, 1]],
    ],
    [
      'the policy of a pending prompt',
      'prompt',
      '1',
      ['UPDATE prompt SET terms = ? WHERE num = ?', [`{"approvers":null,"policy":${policy}}`, 1]],
    ],
  ] as const)('no person or group is deleted while %s names it', async (_title, kind, id, [statement, params]) => {
    const { store, database } = await start();
    await store.policies.insert(newPolicy('later'), audit);
    for (let count = 0; count < 2; count += 1) {
      const { num } = await store.prompts.open(newPrompt());
      await store.prompts.posted(org, num, { messageId: `m${num}`, messageIds: [`m${num}`], ref: null });
    }
    await database.sql.run(statement, params);
    const named = { refused: 'named', kind, id };
    expect(await store.people.remove(org, 'ada', audit)).toEqual(named);
    expect(await store.groups.remove(org, 'ops', audit)).toEqual(named);
    expect(await store.people.remove(org, 'ops', audit)).toMatchObject({ personId: 'ops' });
    expect(await store.groups.remove(org, 'ada', audit)).toMatchObject({ groupId: 'ada' });
    await database.sql.run(`UPDATE prompt SET state = 'answered'`);
    await database.sql.run('UPDATE channel SET approvers = NULL');
    await store.policies.remove(org, 'later', audit);
    expect(await store.people.remove(org, 'ada', audit)).toMatchObject({ personId: 'ada' });
    expect(await store.groups.remove(org, 'ops', audit)).toMatchObject({ groupId: 'ops' });
  });

  test('no person is deleted while a valid key acts for them', async () => {
    const { store } = await start();
    await store.keys.insert(newKey('k1', { name: 'assistant', actsFor: 'ada', validUntil: after(60) }));
    expect(await store.people.remove(org, 'ada', audit)).toEqual({ refused: 'named', kind: 'key', id: 'assistant' });
    expect(await store.people.remove(org, 'ada', { ...audit, at: after(60) })).toMatchObject({ personId: 'ada' });
  });

  test('no policy is deleted while a channel names it', async () => {
    const { store, database } = await start();
    await store.policies.insert(newPolicy('two'), audit);
    await database.sql.run(`UPDATE channel SET policy_id = 'two' WHERE channel_id = 'release'`);
    expect(await store.policies.remove(org, 'two', audit)).toEqual({
      refused: 'named',
      kind: 'channel',
      id: 'release',
    });
    await database.sql.run('UPDATE channel SET policy_id = NULL');
    expect(await store.policies.remove(org, 'two', audit)).toMatchObject({ policyId: 'two' });
  });
});
