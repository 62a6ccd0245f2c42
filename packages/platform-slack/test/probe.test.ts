import { describe, expect, it } from 'vitest';
import { connect, credentialsOf, scriptedApi, start } from './harness.js';

describe('Slack probe', () => {
  it('returns the names of the app and the channel', async () => {
    const { sim, channel, connection } = await start();
    expect(await connection.probe(channel.id)).toEqual({
      ok: true,
      account: { id: sim.app.userId, name: '@gateway in Simulated' },
      target: { id: channel.id, name: '#ops' },
      problems: [],
      remarks: [],
    });
  });

  it('accepts people, direct messages and threads as targets', async () => {
    const { sim, channel, ada, connection } = await start();
    const direct = sim.openDirect(ada);
    expect(await connection.probe(ada.id)).toMatchObject({ ok: true, target: { id: ada.id, name: 'Ada Lovelace' } });
    expect(await connection.probe(direct.id)).toMatchObject({ ok: true, target: { id: direct.id } });
    expect(await connection.probe(`${channel.id}:1712345678.123456`)).toMatchObject({
      ok: true,
      target: { name: '#ops' },
    });
  });

  it('reports why the app cannot post', async () => {
    const { sim, channel, connection } = await start();
    const hidden = sim.addChannel({ isPrivate: true, withApp: false });
    const foreign = sim.addChannel({ name: 'other', withApp: false });
    const old = sim.addChannel({ name: 'old' });
    sim.archive(old);
    const problems = async (target: string) => (await connection.probe(target)).problems.join(' ');
    expect(await problems(hidden.id)).toMatch(/channel_not_found.*invite the app/);
    expect(await problems(foreign.id)).toMatch(/Invite the app to #other/);
    expect(await problems(old.id)).toMatch(/Unarchive #old/);
    expect(await problems('')).toMatch(/channel id/);
    sim.removeScope('chat:write');
    expect(await problems(channel.id)).toMatch(/chat:write.*reinstall/);
    sim.revokeToken();
    expect(await problems(channel.id)).toMatch(/token_revoked.*Bot User OAuth Token/);
  });

  it('succeeds without the scope to read the channel', async () => {
    const { sim, channel, connection } = await start();
    sim.removeScope('channels:read');
    expect(await connection.probe(channel.id)).toMatchObject({ ok: true, target: null, problems: [] });
    const api = scriptedApi({ 'auth.test': () => ({ ok: true, user_id: 'U1', user: 'bot' }) });
    const other = await connect({ fetch: api.fetch });
    expect(await other.connection.probe('C1')).toEqual({
      ok: true,
      account: { id: 'U1', name: '@bot' },
      target: null,
      problems: [],
      remarks: [],
    });
  });

  it('says which scope is missing for what people write, and that buttons work', async () => {
    const { sim, channel, connection } = await start();
    expect(await connection.probe(channel.id)).toMatchObject({ remarks: [] });
    sim.removeScope('channels:history');
    expect(await connection.probe(channel.id)).toMatchObject({
      ok: true,
      remarks: [expect.stringMatching(/channels:history.*buttons work.*reinstall/)],
    });
  });

  it('checks the app-level token if there is one', async () => {
    const { sim, channel } = await start();
    const right = await connect({ api: sim.url, credentials: credentialsOf(sim, true) });
    expect(await right.connection.probe(channel.id)).toMatchObject({ ok: true });
    const wrong = await connect({ api: sim.url, credentials: { ...credentialsOf(sim), app_token: sim.botToken } });
    expect((await wrong.connection.probe(channel.id)).problems).toEqual([
      expect.stringMatching(/app-level token is refused.*connections:write/),
    ]);
  });
});

describe('Slack register', () => {
  it('rejects only when the bot token is refused', async () => {
    const { sim, connection } = await start();
    await expect(connection.register!()).resolves.toBeUndefined();
    sim.failNext('auth.test', { drop: true });
    await expect(connection.register!()).resolves.toBe('unverified');
    sim.revokeToken();
    await expect(connection.register!()).rejects.toMatchObject({ code: 'auth' });
  });
});
