/** The simulated bits of a bot's intents. */
export const Intent = {
  None: 0,
  Guilds: 1 << 0,
  GuildMessages: 1 << 9,
  DirectMessages: 1 << 12,
  MessageContent: 1 << 15,
} as const;

/** All intents of Discord. */
export const ALL_INTENTS = 0x7fffffff >>> 5;
