import { type TestConnection } from '@gateway/platform-kit/testing';
import { startTelegramSimulator, type TelegramSimulator } from '@gateway/simulators/telegram';
import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import { connect } from './harness.js';

let sim: TelegramSimulator;
let gateway: TestConnection;

beforeEach(async () => {
  sim = await startTelegramSimulator();
  gateway = await connect({ token: sim.token, api: sim.url });
});
afterEach(() => sim.close());

const look = () => gateway.connection.chats!({ receiving: false });

describe('Telegram chats', () => {
  it('lists recent chats once each, latest first', async () => {
    const ada = sim.addUser({ firstName: 'Ada', lastName: 'Lovelace' });
    const ops = sim.addChat({ type: 'group', title: 'Ops', members: [ada.id] });
    sim.writeText({ chat: ops, text: '/start' });
    sim.writeText({ chat: ada, text: 'Hello' });
    sim.writeText({ chat: ops, text: '/here' });
    expect(await look()).toEqual([
      { id: String(ops.id), name: 'Ops' },
      { id: String(ada.id), name: 'Ada Lovelace' },
    ]);
  });

  it('does not confirm the updates that it reads', async () => {
    const ada = sim.addUser({ firstName: 'Ada' });
    sim.writeText({ chat: ada, text: 'Hello' });
    await look();
    await look();
    const polled = await fetch(`${sim.url}/bot${sim.token}/getUpdates`);
    expect(((await polled.json()) as { result: unknown[] }).result).toHaveLength(1);
  });

  it('makes no request while the gateway polls', async () => {
    expect(await gateway.connection.chats!({ receiving: true })).toEqual([]);
    expect(sim.calls({ method: 'getUpdates' })).toEqual([]);
  });

  it('includes groups that added the bot and omits groups that removed it', async () => {
    sim.addUser({ firstName: 'Ada' });
    const joined = sim.addChat({ title: 'Joined' });
    const left = sim.addChat({ title: 'Left' });
    for (const chat of [joined, left]) {
      sim.setBotStatus(chat, 'left');
      sim.setBotStatus(chat, 'member');
    }
    sim.kickBot(left);
    expect(await look()).toEqual([{ id: String(joined.id), name: 'Joined' }]);
  });

  it('lists a group that became a supergroup only by its new id', async () => {
    sim.addUser({ firstName: 'Ada' });
    const group = sim.addChat({ type: 'group', title: 'Ops' });
    sim.writeText({ chat: group, text: '/start' });
    const upgraded = sim.upgradeGroup(group);
    expect((await look()).map(({ id }) => id)).toEqual([String(upgraded.id)]);
  });

  it('reports that another program uses the bot', async () => {
    await fetch(`${sim.url}/bot${sim.token}/setWebhook?url=http://127.0.0.1:9/`);
    await expect(look()).rejects.toMatchObject({ code: 'conflict', hint: expect.stringContaining('webhook') });
  });
});
