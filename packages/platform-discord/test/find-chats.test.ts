import { describe, expect, it } from 'vitest';
import { connect, openDiscord } from './harness.js';

describe('Discord chats', () => {
  it('lists the text channels in which the bot may write', async () => {
    const sim = await openDiscord();
    const general = sim.addChannel({ name: 'general' });
    const news = sim.addChannel({ name: 'news', type: 5 });
    sim.addChannel({ name: 'Category', type: 4 });
    sim.setAccess(sim.addChannel({ name: 'hidden' }), 'none');
    sim.setAccess(sim.addChannel({ name: 'rules' }), 'read');
    const { connection } = await connect({ api: sim.url, token: sim.bot.token });
    expect(await connection.chats!({ receiving: true })).toEqual([
      { id: general.id, name: '#general (Simulated)' },
      { id: news.id, name: '#news (Simulated)' },
    ]);
  });

  it("applies permission overwrites for everyone and for the bot's role", async () => {
    const answers: Record<string, unknown> = {
      '/users/@me': { id: '1', username: 'bot' },
      '/users/@me/guilds': [{ id: '10', name: 'Team', permissions: String((1 << 10) | (1 << 11)) }],
      '/guilds/10/members/1': { roles: ['20'] },
      '/guilds/10/channels': [
        {
          id: '100',
          name: 'closed',
          type: 0,
          permission_overwrites: [{ id: '10', type: 0, allow: '0', deny: '1024' }],
        },
        {
          id: '101',
          name: 'staff',
          type: 0,
          permission_overwrites: [
            { id: '10', type: 0, allow: '0', deny: '1024' },
            { id: '20', type: 0, allow: '1024', deny: '0' },
          ],
        },
        { id: '102', name: 'open', type: 0 },
      ],
    };
    const scripted: typeof fetch = async (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      return Response.json(answers[pathname.replace('/api/v10', '')] ?? { message: 'Unknown', code: 0 });
    };
    const { connection } = await connect({ api: 'http://discord.test', token: 'a.b.c', fetch: scripted });
    expect((await connection.chats!({ receiving: true })).map(({ name }) => name)).toEqual([
      '#staff (Team)',
      '#open (Team)',
    ]);
  });

  it('reports a refused token', async () => {
    const sim = await openDiscord();
    const { connection } = await connect({ api: sim.url, token: 'MTIz.wrong.token' });
    await expect(connection.chats!({ receiving: false })).rejects.toMatchObject({ code: 'auth' });
  });
});
