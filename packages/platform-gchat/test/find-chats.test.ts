import { describe, expect, it } from 'vitest';
import { start } from './harness.js';

describe('looking for chats', () => {
  it('finds the spaces that the app was added to, and conversations in which something was said', async () => {
    const { sim, connection } = await start();
    const ops = sim.addSpace('Ops');
    const direct = sim.addSpace();
    sim.addSpace();
    await connection.sendMessage({ target: direct.name, text: 'Hello' });
    expect(await connection.chats!({ receiving: true })).toEqual([
      { id: ops.name, name: 'Ops' },
      { id: direct.name, name: 'Direct message' },
    ]);
  });

  it('finds none without complaint', async () => {
    const { connection } = await start();
    expect(await connection.chats!({ receiving: true })).toEqual([]);
  });

  it('tells that the key is refused', async () => {
    const { sim, connection } = await start();
    sim.revokeKey();
    await expect(connection.chats!({ receiving: true })).rejects.toMatchObject({ code: 'auth' });
  });
});
