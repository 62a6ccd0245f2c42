import { isPlatformError, type Probe } from '@gateway/platform-kit';
import type { ConversationsInfoResponse } from '@slack/web-api';
import { isPerson, parseTarget, type Address } from './address.js';
import type { Slack } from './api.js';

/** Checks which app the tokens belong to and whether it may write to the target. The signing secret cannot be checked. */
export async function probe(slack: Slack, target: string, signal?: AbortSignal): Promise<Probe> {
  let account: Probe['account'] = null;
  let found: Found = { target: null, problems: [] };
  let scopes: readonly string[] | undefined;
  const problems: string[] = [];
  try {
    const me = await slack.call(signal, (web) => web.auth.test());
    account = { id: me.user_id ?? me.bot_id ?? '', name: nameOf(me.user, me.team) };
    scopes = me.response_metadata?.scopes;
    if (lacks(scopes, 'chat:write')) {
      problems.push('Add the scope chat:write on the page OAuth & Permissions of the app, then reinstall the app.');
    }
    found = await findTarget(slack, parseTarget(target), signal);
    await slack.app?.(signal, (web) => web.apps.connections.open({}));
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    problems.push(error.explanation);
  }
  problems.push(...found.problems);
  const scope = found.scopeOfMessages;
  const remarks = [
    ...(scope !== undefined && lacks(scopes, scope) ? [withheld(scope)] : []),
    ...(lacks(scopes, 'files:read') ? [NO_FILES] : []),
  ];
  return { ok: problems.length === 0, account, target: found.target, problems, remarks };
}

/**
 * The bot's user id; null when the token is not a bot's, undefined when that is unknown. Rejects only when Slack refuses the bot token:
 * any other failure says nothing about it.
 */
export async function checkToken({ call }: Slack, signal?: AbortSignal): Promise<string | null | undefined> {
  try {
    const me = await call(signal, (web) => web.auth.test());
    return (me.bot_id && me.user_id) || null;
  } catch (error) {
    if (isPlatformError(error) && error.code === 'auth') throw error;
    return undefined;
  }
}

interface Found {
  readonly target: Probe['target'];
  readonly problems: readonly string[];
  /** With this scope Slack reports the messages of the target; absent: it is unknown. */
  readonly scopeOfMessages?: string;
}

async function findTarget(slack: Slack, address: Address, signal?: AbortSignal): Promise<Found> {
  try {
    return isPerson(address) ? await findPerson(slack, address, signal) : await findChannel(slack, address, signal);
  } catch (error) {
    // Reading a conversation's details needs scopes that writing to it does not.
    const maySend = isPlatformError(error) && /missing_scope|unknown_method|not one of its Web API/.test(error.message);
    if (!maySend) throw error;
    return { target: null, problems: [] };
  }
}

async function findPerson({ call }: Slack, { channel: id }: Address, signal?: AbortSignal): Promise<Found> {
  const { user } = await call(signal, (web) => web.users.info({ user: id }));
  const problems = user?.deleted ? ['Choose another person: this one was deactivated in Slack.'] : [];
  return { target: { id, name: user?.real_name || user?.name || id }, problems };
}

async function findChannel({ call }: Slack, { channel: id }: Address, signal?: AbortSignal): Promise<Found> {
  const { channel } = await call(signal, (web) => web.conversations.info({ channel: id }));
  const name = channel?.name ? `#${channel.name}` : id;
  const scopeOfMessages = scopeFor(channel);
  return { target: { id: channel?.id ?? id, name }, problems: findProblems(channel, name), scopeOfMessages };
}

function findProblems(channel: ConversationsInfoResponse['channel'], name: string): string[] {
  if (channel?.is_archived) return [`Unarchive ${name}, or choose another channel.`];
  if (channel?.is_member === false && !channel.is_im) return [`Invite the app to ${name}: write /invite @… there.`];
  return [];
}

/** The scope that the event subscription for messages of a conversation needs. */
function scopeFor(channel: ConversationsInfoResponse['channel']): string {
  if (channel?.is_im) return 'im:history';
  if (channel?.is_mpim) return 'mpim:history';
  return channel?.is_private ? 'groups:history' : 'channels:history';
}

const withheld = (scope: string) =>
  `Without the scope ${scope} Slack does not report what people write here; buttons work. Add it on the page OAuth & Permissions of the app, ` +
  'subscribe to the message events on the page Event Subscriptions, then reinstall the app.';

const NO_FILES =
  'Without the scope files:read Slack does not let the app read files that people send. Add it on the page OAuth & Permissions of the app, ' +
  'then reinstall the app.';

function nameOf(user: string | undefined, team: string | undefined): string {
  return [user && `@${user}`, team && `in ${team}`].filter(Boolean).join(' ') || 'Slack app';
}

/** Slack returns a token's scopes with every answer; a simulator may not. */
function lacks(scopes: readonly string[] | undefined, scope: string): boolean {
  return scopes !== undefined && scopes.length > 0 && !scopes.includes(scope);
}
