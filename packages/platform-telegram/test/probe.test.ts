import { expectNoSecret, type TestConnection } from '@gateway/platform-kit/testing';
import { startTelegramSimulator, type TelegramSimulator } from '@gateway/simulators/telegram';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, refusal, scriptedApi } from './harness.js';

let sim: TelegramSimulator;
let gateway: TestConnection;
let account: { id: string; name: string };

beforeEach(async () => {
  sim = await startTelegramSimulator({ bot: { token: '777:simulated-token', username: 'ops_bot' } });
  gateway = await connect({ token: sim.token, api: sim.url });
  account = { id: '777', name: '@ops_bot' };
});
afterEach(() => sim.close());

describe('Telegram probe', () => {
  it('returns the names of the bot and the person', async () => {
    const person = sim.addUser({ firstName: 'Ada', lastName: 'Lovelace' });
    expect(await gateway.connection.probe(String(person.id))).toEqual({
      ok: true,
      account,
      target: { id: String(person.id), name: 'Ada Lovelace' },
      problems: [],
      remarks: [],
    });
  });

  it('returns the names of groups, topics, channels and public names', async () => {
    const group = sim.addChat({ title: 'Ops' });
    const forum = sim.addChat({ isForum: true, title: 'Forum', username: 'ops_forum' });
    const channel = sim.addChat({ type: 'channel', title: 'News' });
    const topic = sim.addTopic(forum, 'Deployments');
    for (const [target, id, name] of [
      [`${group.id}`, `${group.id}`, 'Ops'],
      [`${forum.id}:${topic}`, `${forum.id}:${topic}`, 'Forum'],
      ['@ops_forum', `${forum.id}`, 'Forum'],
      [`${channel.id}`, `${channel.id}`, 'News'],
    ] as const) {
      expect(await gateway.connection.probe(target)).toMatchObject({
        ok: true,
        account,
        target: { id, name },
        problems: [],
      });
    }
  });

  it('says that group privacy withholds messages of a group, except from administrators and in private chats', async () => {
    const group = sim.addChat({ title: 'Ops' });
    const person = sim.addUser({ firstName: 'Ada' });
    const remarks = async ({ id }: { id: number }) => (await gateway.connection.probe(String(id))).remarks;
    expect(await remarks(group)).toEqual([expect.stringMatching(/^Group privacy is on.*@ops_bot.*setprivacy/)]);
    expect(await remarks(person)).toEqual([]);
    sim.setBotStatus(group, 'administrator');
    expect(await remarks(group)).toEqual([]);
  });

  it('says where to get a new token, without showing the old one', async () => {
    sim.revokeToken();
    const probe = await gateway.connection.probe('5');
    expect(probe).toEqual({
      ok: false,
      account: null,
      target: null,
      problems: ['Telegram refuses the bot token. Copy it again from @BotFather (/mybots, API Token).'],
    });
    expectNoSecret(probe, 'simulated-token');
  });

  it('returns the bot for an unknown chat and an invalid target', async () => {
    expect(await gateway.connection.probe('5')).toEqual({
      ok: false,
      account,
      target: null,
      problems: [expect.stringMatching(/chat not found.*press Start/)],
    });
    expect(await gateway.connection.probe('somewhere')).toMatchObject({
      ok: false,
      account,
      problems: [expect.stringMatching(/^This is not/)],
    });
  });

  it('reports that the bot was removed from the group', async () => {
    const group = sim.addChat({ title: 'Ops' });
    sim.kickBot(group);
    expect(await gateway.connection.probe(String(group.id))).toMatchObject({
      ok: false,
      problems: [expect.stringMatching(/kicked.*Add the bot/)],
    });
  });

  it('reports that the bot may not post in the channel', async () => {
    const channel = sim.addChat({ type: 'channel', title: 'News' });
    sim.setBotStatus(channel, 'member');
    expect(await gateway.connection.probe(String(channel.id))).toMatchObject({
      ok: false,
      target: { name: 'News' },
      problems: [expect.stringMatching(/Make @ops_bot an administrator of the channel/)],
    });
  });

  it('reports a group without topics and a group with a new id', async () => {
    const group = sim.addChat({ type: 'group' });
    expect(await gateway.connection.probe(`${group.id}:4`)).toMatchObject({
      ok: false,
      problems: [expect.stringMatching(/topic/)],
    });
    const upgraded = sim.upgradeGroup(group);
    expect(await gateway.connection.probe(String(group.id))).toMatchObject({
      ok: false,
      problems: [expect.stringContaining(String(upgraded.id))],
    });
  });

  it.each([
    ['left', { status: 'left' }, {}, /Add @ops_bot to the group/],
    ['was banned', { status: 'kicked' }, {}, /Unban @ops_bot/],
    ['is restricted', { status: 'restricted', is_member: true, can_send_messages: false }, {}, /may post/],
    ['is only a member where members may not write', { status: 'member' }, { can_send_messages: false }, /may post/],
  ])('says what to do when the bot %s', async (_name, member, permissions, problem) => {
    const api = scriptedApi({
      getMe: () => ({ id: 777, is_bot: true, first_name: 'Ops', username: 'ops_bot' }),
      getChat: () => ({ id: -1005, type: 'supergroup', title: 'Ops', permissions }),
      getChatMember: () => member,
    });
    const { connection } = await connect({ token: '777:x', fetch: api.fetch });
    expect(await connection.probe('-1005')).toMatchObject({ ok: false, problems: [expect.stringMatching(problem)] });
  });

  it('succeeds on a server that does not know getChatMember', async () => {
    const api = scriptedApi({
      getMe: () => ({ id: 777, is_bot: true, first_name: 'Ops', username: 'ops_bot' }),
      getChat: () => ({ id: -1005, type: 'supergroup', title: 'Ops' }),
      getChatMember: () => refusal(404, 'Not Found'),
    });
    const { connection } = await connect({ token: '777:x', fetch: api.fetch });
    expect(await connection.probe('-1005')).toMatchObject({ ok: true, problems: [] });
  });

  it('reports that Telegram is unreachable', async () => {
    const api = scriptedApi({ getMe: () => refusal(502, 'Bad Gateway') });
    const { connection } = await connect({ token: '777:x', fetch: api.fetch });
    expect(await connection.probe('5')).toMatchObject({
      ok: false,
      account: null,
      problems: [expect.stringMatching(/Bad Gateway/)],
    });
  });
});
