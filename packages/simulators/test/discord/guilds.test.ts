import { startDiscordSimulator } from '@gateway/simulators/discord';
// @ts-expect-error The package ships its schemas as JavaScript.
import * as spec from 'discord-api-spec/zod';
import { describe, expect, it, onTestFinished } from 'vitest';

describe('Discord simulator: guild', () => {
  it('matches the schemas of Discord', async () => {
    const sim = await startDiscordSimulator();
    onTestFinished(() => sim.close());
    const hidden = sim.addChannel({ name: 'hidden' });
    sim.setAccess(hidden, 'none');
    const get = async (path: string) =>
      (await fetch(`${sim.url}/api/v10${path}`, { headers: { authorization: `Bot ${sim.bot.token}` } })).json();
    const [guild] = (await get('/users/@me/guilds')) as [{ id: string }];
    const channels = (await get(`/guilds/${guild.id}/channels`)) as unknown[];
    const member = await get(`/guilds/${guild.id}/members/${sim.bot.id}`);
    const schemas = spec as unknown as Record<string, { safeParse(value: unknown): { success: boolean } }>;
    for (const [schema, value] of [
      ['MyGuildResponseSchema', guild],
      ['GuildChannelResponseSchema', channels[0]],
      ['GuildMemberResponseSchema', member],
    ] as const)
      expect([schema, schemas[schema]?.safeParse(value).success]).toEqual([schema, true]);
    expect(channels).toMatchObject([{ id: hidden.id, permission_overwrites: [{ id: sim.bot.id, deny: '1024' }] }]);
    expect(await get('/guilds/1/channels')).toMatchObject({ code: 50001 });
    expect(await get(`/guilds/${guild.id}/members/1`)).toMatchObject({ code: 10007 });
  });
});
