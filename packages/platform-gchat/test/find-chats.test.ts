import { sampleQuestion } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { start } from './harness.js';

describe('Google Chat chats', () => {
  it('lists the spaces of the app and direct conversations with messages', async () => {
    const { sim, connection } = await start();
    const ops = sim.addSpace('Ops');
    const direct = sim.addDirectMessage(sim.addUser('Ada'));
    sim.addSpace();
    await connection.sendMessage({ target: direct.name, text: 'Hello' });
    expect(await connection.chats!({ receiving: true })).toEqual([
      { id: ops.name, name: 'Ops' },
      { id: direct.name, name: 'Ada' },
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

describe('a Google Chat target that names a person', () => {
  it('gets a question before the person wrote, and answers match the target', async () => {
    const { sim, connection, receive, events } = await start();
    const ada = sim.addUser('Ada');
    const direct = sim.addDirectMessage(ada);
    expect(await connection.probe(ada.name)).toMatchObject({ ok: true, target: { id: direct.name, name: 'Ada' } });
    await connection.sendPrompt(sampleQuestion({ target: ada.name }));
    await connection.sendMessage({ target: ada.name, text: 'more' });
    expect(sim.messages(direct)).toHaveLength(2);
    await receive(sim.textEvent({ space: direct, user: ada, text: 'yes' }));
    expect(events[0]?.targets).toContain(ada.name);
    expect(sim.calls({ method: 'spaces.findDirectMessage' })).toHaveLength(1);
  });

  it('is refused with a hint when the person has no direct message with the app', async () => {
    const { sim, connection } = await start();
    await expect(connection.sendMessage({ target: sim.addUser('Bo').name, text: 'x' })).rejects.toMatchObject({
      code: 'not_found',
      hint: expect.stringMatching(/open a chat with the app.*install/),
    });
  });

  it('does not match texts of that person in a space', async () => {
    const { sim, receive, events } = await start();
    const ada = sim.addUser('Ada');
    await receive(sim.textEvent({ space: sim.addSpace('Ops'), user: ada, text: 'yes' }));
    expect(events[0]?.targets).not.toContain(ada.name);
  });
});
