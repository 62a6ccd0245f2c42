import { describe, expect, it } from 'vitest';
import { refusal, start } from './setup.js';

describe("Slack simulator: users.conversations with Slack's client", () => {
  it('lists the conversations of the app by type, in pages', async () => {
    const { sim, ada, ops, web } = await start();
    const hidden = sim.addChannel({ name: 'secret', isPrivate: true });
    sim.addChannel({ name: 'elsewhere', withApp: false });
    const direct = sim.openDirect(ada);
    const ids = async (options: object) =>
      ((await web.users.conversations(options)).channels ?? []).map(({ id }) => id);
    expect(await ids({})).toEqual([ops.id]);
    expect(await ids({ types: 'public_channel,private_channel,im' })).toEqual([ops.id, hidden.id, direct.id]);
    const first = await web.users.conversations({ types: 'public_channel,private_channel', limit: 1 });
    expect(first.channels).toMatchObject([{ id: ops.id, name: 'ops', is_private: false }]);
    expect(first.channels?.[0]).not.toHaveProperty('is_member');
    const cursor = first.response_metadata?.next_cursor ?? '';
    expect(await ids({ types: 'public_channel,private_channel', limit: 1, cursor })).toEqual([hidden.id]);
    sim.archive(ops);
    expect(await ids({ exclude_archived: true })).toEqual([]);
    expect(await ids({})).toEqual([ops.id]);
  });

  it('requires the scope of each type', async () => {
    const { sim, web } = await start();
    sim.removeScope('groups:read');
    await web.users.conversations({});
    await expect(web.users.conversations({ types: 'public_channel,private_channel' })).rejects.toMatchObject({
      data: { error: 'missing_scope', needed: 'groups:read' },
    });
    expect(await refusal(web.users.conversations({ types: 'channels' }))).toBe('invalid_types');
    expect(await refusal(web.users.conversations({ limit: 1000 }))).toBe('invalid_limit');
  });
});
