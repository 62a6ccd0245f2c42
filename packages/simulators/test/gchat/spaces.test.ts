import { describe, expect, it } from 'vitest';
import { clientOf, start } from './setup.js';

describe("the spaces of an app, with Google's own client", () => {
  it('are those that it was added to, page by page; a conversation once something was said in it', async () => {
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
