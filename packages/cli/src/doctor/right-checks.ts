import type { Context } from '../context.js';
import { findChannel, holds, promptChannels, type Right } from '../setup/access.js';
import { check, type Check } from './check.js';

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

/** What each right lets an agent do. */
const uses: readonly (readonly [Right, string])[] = [
  ['prompts:write', 'ask'],
  ['prompts:read', 'wait for answers'],
  ['channels:read', 'read channels'],
  ['messages:send', 'send messages'],
  ['messages:read', 'read messages'],
];

/** Whether the key is accepted, what it may do, and whether the channel can be asked. */
export async function checkRights(context: Context, auth: boolean, channel: string | undefined): Promise<Check[]> {
  const { settings, gateway, signal } = context;
  if (auth && settings.apiKey === undefined)
    return [
      check(
        'key',
        'failed',
        'The gateway needs a key, and there is none.',
        'Run gateway init, or set GATEWAY_API_KEY.',
      ),
    ];
  const rights = new Map<Right, boolean>();
  try {
    for (const [right] of uses) rights.set(right, await holds(gateway, right, signal));
  } catch (error) {
    signal.throwIfAborted();
    const isRefused = (error as { readonly status?: number }).status === 401;
    const text = isRefused ? 'The gateway does not accept the key.' : (error as Error).message;
    return [
      check(
        'key',
        'failed',
        text,
        'Make a new key: gateway init --force, with an administrative key in GATEWAY_API_KEY.',
      ),
    ];
  }
  const keyCheck = auth ? checkEnd(context) : check('key', 'ok', 'The gateway needs no key.');
  return [keyCheck, rightsCheck(rights), await checkChannel(context, channel, rights.get('channels:read') === true)];
}

function checkEnd({ settings: { profile, apiKey } }: Context): Check {
  const end = profile?.api_key === apiKey ? profile?.key_expires_at : undefined;
  if (end === undefined) return check('key', 'ok', 'The key is accepted.');
  const days = Math.floor((Date.parse(end) - Date.now()) / DAY_MS);
  const text = `The key is accepted until ${end}.`;
  return days < SOON_DAYS
    ? check(
        'key',
        'warning',
        text,
        'Make a new key: gateway init --force, with an administrative key in GATEWAY_API_KEY.',
      )
    : check('key', 'ok', text);
}

function rightsCheck(rights: ReadonlyMap<Right, boolean>): Check {
  const list = (held: boolean) => uses.filter(([right]) => rights.get(right) === held).map(([, use]) => use);
  const missing = list(false);
  const can = `The key may ${list(true).join(', ') || 'do nothing that an agent needs'}`;
  const text = missing.length === 0 ? `${can}.` : `${can}; it may not ${missing.join(', ')}.`;
  const advice = 'Make a key with the preset asker: gateway init --force';
  if (!rights.get('prompts:write')) return check('rights', 'failed', text, advice);
  if (!rights.get('prompts:read')) return check('rights', 'warning', text, advice);
  return check('rights', 'ok', text);
}

async function checkChannel(context: Context, wanted: string | undefined, canRead: boolean): Promise<Check> {
  const { gateway, signal } = context;
  const name = 'channel';
  const choose = 'Choose one: gateway init --channel ID, --channel or GATEWAY_CHANNEL.';
  if (!canRead) return check(name, 'skipped', 'The key may not read channels.');
  try {
    if (wanted === undefined) {
      const found = await promptChannels(gateway, signal);
      return found.length === 0
        ? check(name, 'failed', 'There is no PROMPT channel.', 'Register one in the console, or run gateway sandbox.')
        : check(name, 'warning', 'No channel is set: the default of the gateway is used, if it has one.', choose);
    }
    const channel = await findChannel(gateway, wanted, signal);
    if (!channel) return check(name, 'failed', `There is no channel ${wanted}, or the key may not use it.`, choose);
    if (channel.channel_type !== 'PROMPT')
      return check(name, 'failed', `${wanted} is a ${channel.channel_type} channel, which takes no questions.`, choose);
    if (!channel.is_active) return check(name, 'failed', `${wanted} is unregistered.`, choose);
    const { state, detail } = channel.health;
    const text = `${wanted} on ${channel.platform}: ${state}${detail === null ? '.' : `: ${detail}`}`;
    if (state === 'failing')
      return check(name, 'failed', text, 'An operator has to repair the channel in the console.');
    return check(name, state === 'ok' && detail !== null ? 'warning' : 'ok', text);
  } catch (error) {
    signal.throwIfAborted();
    return check(name, 'failed', (error as Error).message, choose);
  }
}
