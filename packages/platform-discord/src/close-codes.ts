import { PlatformError } from '@gateway/platform-kit';
import { GatewayCloseCodes } from 'discord-api-types/v10';
import { NEW_TOKEN } from './errors.js';

const TOKEN: number = GatewayCloseCodes.AuthenticationFailed;
/** The close code of a bot that asks for an intent that is not turned on. */
export const DISALLOWED_INTENTS: number = GatewayCloseCodes.DisallowedIntents;
const REFUSED: ReadonlySet<number> = new Set([
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
  GatewayCloseCodes.InvalidAPIVersion,
  GatewayCloseCodes.InvalidIntents,
  GatewayCloseCodes.DisallowedIntents,
]);

/** The problem that an operator must fix after a close that no reconnect can resolve; null for other closes. */
export function fatalClose(code: number): PlatformError | null {
  if (code === TOKEN) {
    return new PlatformError('auth', 'Discord refuses the bot token.', { hint: NEW_TOKEN });
  }
  if (!REFUSED.has(code)) return null;
  return new PlatformError('invalid', `Discord refuses the connection (close code ${code}).`, {
    hint: 'A newer version of this gateway may know how to connect.',
  });
}
