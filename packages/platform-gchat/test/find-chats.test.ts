import { describe, expect, it } from 'vitest';
import { start } from './harness.js';

describe('Google Chat chats', () => {
  it('lists the spaces of the app and direct conversations with messages', async () => {
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

  it('returns an empty list without spaces', async () => {
    const { connection } = await start();
    expect(await connection.chats!({ receiving: true })).toEqual([]);
  });

  it('reports a refused key', async () => {
    const { sim, connection } = await start();
    sim.revokeKey();
    await expect(connection.chats!({ receiving: true })).rejects.toMatchObject({ code: 'auth' });
  });
});
