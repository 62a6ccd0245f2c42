import { rejection } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { start } from './harness.js';

describe('A private message in Slack', () => {
  it('is shown to one person, in the thread of the message that it replies to', async () => {
    const { sim, channel, ada, connection } = await start();
    const { ts } = sim.writeText({ channel, text: 'yes', user: ada });
    await connection.sendMessage({ target: channel.id, text: 'Not <you>', replyTo: ts, privateTo: ada.id });
    expect(sim.notices(ada)).toEqual([
      { channel: channel.id, user: ada.id, text: 'Not &lt;you&gt;', thread_ts: ts, via: 'chat.postEphemeral' },
    ]);
    expect(sim.messages(channel).map(({ text }) => text)).toEqual(['yes']);
  });

  it('is an ordinary message in a direct message', async () => {
    const { sim, ada, connection } = await start();
    const direct = sim.openDirect(ada);
    for (const target of [direct.id, ada.id]) {
      await connection.sendMessage({ target, text: 'Not you', privateTo: ada.id });
    }
    expect(sim.messages(direct)).toHaveLength(2);
    expect(sim.notices()).toEqual([]);
  });

  it('is not posted for all when the person is not in the channel', async () => {
    const { sim, connection } = await start();
    const channel = sim.addChannel({ name: 'empty', members: [] });
    const grace = sim.addUser({ name: 'grace' });
    const sent = connection.sendMessage({ target: channel.id, text: 'Not you', privateTo: grace.id });
    expect(await rejection(sent)).toMatchObject({ code: 'forbidden' });
    expect(sim.messages(channel)).toEqual([]);
  });
});
