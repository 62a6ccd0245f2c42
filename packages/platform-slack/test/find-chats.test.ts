import { describe, expect, it } from 'vitest';
import { start } from './harness.js';

describe('Slack chats', () => {
  it('lists the channels that the app is a member of, except archived ones', async () => {
    const { sim, channel, connection } = await start();
    const hidden = sim.addChannel({ name: 'secret', isPrivate: true });
    sim.addChannel({ name: 'elsewhere', withApp: false });
    sim.archive(sim.addChannel({ name: 'old' }));
    expect(await connection.chats!({ receiving: true })).toEqual([
      { id: channel.id, name: '#ops' },
      { id: hidden.id, name: '#secret' },
    ]);
  });

  it('lists public channels when the scope for private ones is missing', async () => {
    const { sim, channel, connection } = await start();
    sim.addChannel({ name: 'secret', isPrivate: true });
    sim.removeScope('groups:read');
    expect(await connection.chats!({ receiving: true })).toEqual([{ id: channel.id, name: '#ops' }]);
  });

  it('names the missing scope', async () => {
    const { sim, connection } = await start();
    sim.removeScope('channels:read');
    await expect(connection.chats!({ receiving: true })).rejects.toMatchObject({
      code: 'forbidden',
      hint: expect.stringContaining('channels:read'),
    });
  });
});
