import { describe, expect, it } from 'vitest';
import { start } from './harness.js';

describe('looking for chats', () => {
  it('finds the channels that the app is in, archived ones left out', async () => {
    const { sim, room, connection } = await start();
    const hidden = sim.addChannel({ name: 'secret', isPrivate: true });
    sim.addChannel({ name: 'elsewhere', withApp: false });
    sim.archive(sim.addChannel({ name: 'old' }));
    expect(await connection.chats!({ receiving: true })).toEqual([
      { id: room.id, name: '#ops' },
      { id: hidden.id, name: '#secret' },
    ]);
  });

  it('finds the public ones where the app may not read of private ones', async () => {
    const { sim, room, connection } = await start();
    sim.addChannel({ name: 'secret', isPrivate: true });
    sim.removeScope('groups:read');
    expect(await connection.chats!({ receiving: true })).toEqual([{ id: room.id, name: '#ops' }]);
  });

  it('names the scope that is missing', async () => {
    const { sim, connection } = await start();
    sim.removeScope('channels:read');
    await expect(connection.chats!({ receiving: true })).rejects.toMatchObject({
      code: 'forbidden',
      hint: expect.stringContaining('channels:read'),
    });
  });
});
