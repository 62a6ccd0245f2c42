import { PlatformError } from '@gateway/platform-kit';
import { GatewayCloseCodes } from 'discord-api-types/v10';
import { NEW_TOKEN } from './errors.js';

const TOKEN: number = GatewayCloseCodes.AuthenticationFailed;
const INTENTS: ReadonlySet<number> = new Set([GatewayCloseCodes.InvalidIntents, GatewayCloseCodes.DisallowedIntents]);
const REFUSED: ReadonlySet<number> = new Set([
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
  GatewayCloseCodes.InvalidAPIVersion,
]);

/** The problem that an operator must fix after a close that no reconnect can resolve; null for other closes. */
export function fatalClose(code: number): PlatformError | null {
  if (code === TOKEN) {
    return new PlatformError('auth', 'Discord refuses the bot token.', { hint: NEW_TOKEN });
  }
  if (INTENTS.has(code)) {
    return new PlatformError('forbidden', `Discord does not let the bot read messages (close code ${code}).`, {
      hint:
        'Open discord.com/developers/applications, the application, Bot, and under Privileged Gateway Intents turn on ' +
        'MESSAGE CONTENT INTENT; Save Changes. The gateway retries every minute.',
    });
  }
  if (!REFUSED.has(code)) return null;
  return new PlatformError('invalid', `Discord refuses the connection (close code ${code}).`, {
    hint: 'A newer version of this gateway may know how to connect.',
  });
}
