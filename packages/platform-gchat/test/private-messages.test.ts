import { describe, expect, it } from 'vitest';
import { start } from './harness.js';

describe('A private message in Google Chat', () => {
  it('is shown to one person of the space', async () => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    const ada = sim.addUser('Ada');
    await connection.sendMessage({ target: space.name, text: 'Not you', privateTo: ada.name });
    await connection.sendMessage({ target: space.name, text: 'All of you' });
    expect(sim.messages(space).map(({ text, privateMessageViewer }) => [text, privateMessageViewer])).toEqual([
      ['Not you', { name: ada.name }],
      ['All of you', undefined],
    ]);
  });

  it('is an ordinary message in a direct message', async () => {
    const { sim, connection } = await start();
    const ada = sim.addUser('Ada');
    const space = sim.addDirectMessage(ada);
    await connection.sendMessage({ target: ada.name, text: 'Not you', privateTo: ada.name });
    expect(sim.messages(space)[0]?.privateMessageViewer).toBeUndefined();
  });
});
