import { describe, expect, it } from 'vitest';
import { clientOf, start } from './setup.js';

describe("Google Chat simulator: spaces.list with Google's client", () => {
  it('lists the spaces of the app in pages, and direct messages after their first message', async () => {
    const { sim, space } = await start();
    const { spaces } = await clientOf(sim);
    const other = sim.addSpace('Other');
    const direct = sim.addSpace();
    const { data: first } = await spaces.list({ pageSize: 1 });
    expect(first.spaces).toMatchObject([{ name: space.name, displayName: 'Operations' }]);
    const { data: second } = await spaces.list({ pageSize: 1, pageToken: first.nextPageToken ?? '' });
    expect(second.spaces?.map(({ name }) => name)).toEqual([other.name]);
    expect(second.nextPageToken).toBeUndefined();
    await spaces.messages.create({ parent: direct.name, requestBody: { text: 'Hello' } });
    expect((await spaces.list()).data.spaces).toHaveLength(3);
    await expect(spaces.list({ pageSize: -1 })).rejects.toMatchObject({ code: 400 });
  });
});
