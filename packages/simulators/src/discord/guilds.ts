import { missingAccess, unknownMember } from './errors.js';
import type { Method } from './method.js';
import { shownChannel, type Bot, type ChannelState, type DiscordState } from './state.js';

const NAME = 'Simulated';
/** The bots' permissions in the guild: view, write, attach and more, but not administrate. */
const PERMISSIONS = '2248473465835073';
const VIEW_CHANNEL = 1n << 10n;
const SEND_MESSAGES = 1n << 11n;
const THREAD = 11;

/** The guild as the REST API shows it. Channels include those that the bot cannot see, and exclude threads. */
export function guildMethods(state: DiscordState): Method[] {
  const requireGuild = (id: string | undefined) => {
    if (id !== state.guildId) throw missingAccess();
  };
  return [
    {
      name: 'getCurrentUserGuilds',
      route: 'GET /users/@me/guilds',
      run: () => [
        {
          id: state.guildId,
          name: NAME,
          icon: null,
          banner: null,
          owner: false,
          permissions: PERMISSIONS,
          features: [],
        },
      ],
    },
    {
      name: 'getGuildChannels',
      route: 'GET /guilds/:guild/channels',
      run({ params }) {
        requireGuild(params['guild']);
        return [...state.channelStates.values()]
          .filter(({ channel }) => channel.guild_id !== undefined && channel.type !== THREAD)
          .map((channelState, position) => {
            return Object.assign(shownChannel(channelState.channel), {
              flags: 0,
              position,
              permission_overwrites: overwrites(state, channelState),
            });
          });
      },
    },
    {
      name: 'getGuildMember',
      route: 'GET /guilds/:guild/members/:user',
      run({ params }) {
        requireGuild(params['guild']);
        const bot = [...state.bots.values()].find(({ user }) => user.id === params['user']);
        const user = bot?.user ?? state.users.get(params['user'] ?? '');
        if (!user) throw unknownMember();
        return {
          user: { ...user, public_flags: 0, flags: 0, primary_guild: null },
          nick: null,
          banner: null,
          communication_disabled_until: null,
          pending: false,
          premium_since: null,
          avatar: null,
          roles: [],
          joined_at: new Date(state.clock.now()).toISOString(),
          deaf: false,
          mute: false,
          flags: 0,
        };
      },
    },
  ];
}

/** The bots' denied permissions in a channel, as permission overwrites. */
function overwrites(state: DiscordState, { access }: ChannelState): object[] {
  return [...state.bots.values()].flatMap(({ user: { id } }: Bot) => {
    const given = access.get(id);
    const denied = given === 'none' ? VIEW_CHANNEL : given === 'read' ? SEND_MESSAGES : 0n;
    return denied === 0n ? [] : [{ id, type: 1, allow: '0', deny: String(denied) }];
  });
}
