import { ApplicationFlags, GatewayIntentBits, type APIApplication } from 'discord-api-types/v10';
import type { Api } from './api.js';

const WITHOUT_TEXTS = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages | GatewayIntentBits.DirectMessages;

/** The events that a connection asks Discord for. */
export interface Intents {
  readonly bits: number;
  /** Key of the stored sessions: a resumed session has the intents that it was started with. */
  readonly sessionsKey: string;
  /** What Discord withholds; undefined: nothing. */
  readonly remark?: string;
}

export const ALL_TEXTS: Intents = {
  bits: WITHOUT_TEXTS | GatewayIntentBits.MessageContent,
  sessionsKey: 'sessions',
};

/** For a bot without the privileged message intent. Presses, mentions and direct messages need no privilege. */
export const NO_TEXTS: Intents = {
  bits: WITHOUT_TEXTS,
  sessionsKey: 'sessions-without-texts',
  remark:
    'Discord withholds the texts of messages that do not mention the bot. Buttons, mentions and direct messages work. ' +
    'To receive all texts, open discord.com/developers/applications, the application, Bot, and under Privileged Gateway Intents ' +
    'turn on MESSAGE CONTENT INTENT; Save Changes. The gateway notices it within a minute.',
};

/** Bots in fewer than 100 servers have the second flag. */
const MESSAGE_CONTENT = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/** Whether the privileged message intent is turned on; null: Discord does not answer. */
export async function textsAllowed(api: Api, signal: AbortSignal | undefined): Promise<boolean | null> {
  const application = await api.call<Partial<APIApplication>>('get', '/applications/@me', { signal }).catch(() => null);
  return application && ((application.flags ?? 0) & MESSAGE_CONTENT) !== 0;
}
