import { isPlatformError, type Probe } from '@gateway/platform-kit';
import type { Connector } from './api.js';
import type { Conversations } from './conversations.js';
import type { TeamsCredentials } from './credentials.js';
import { errorOf, toPlatformError } from './errors.js';
import { field, textField, type Answer } from './request.js';
import type { TokenSource } from './sign-in/token.js';

const MAX_NAMES = 3;

export interface ProbeParts {
  readonly connector: Connector;
  readonly conversations: Conversations;
  readonly tokens: TokenSource;
  readonly credentials: TeamsCredentials;
}

/** Checks that the credentials give a token, and lists the members of the target. Teams has no call that returns the bot's name. */
export async function probe(
  { connector, conversations, tokens, credentials }: ProbeParts,
  target: string,
  signal?: AbortSignal,
): Promise<Probe> {
  let account: Probe['account'] = null;
  try {
    await tokens.get(signal);
    account = { id: credentials.app_id, name: `Azure Bot ${credentials.app_id}` };
    const conversation = await conversations.of(target, signal);
    const answer = await members(connector, conversation, signal);
    if (answer !== null && (answer.status < 200 || answer.status >= 300)) throw toPlatformError(answer);
    return { ok: true, account, target: { id: conversation, name: nameOf(answer) ?? conversation }, problems: [] };
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    return { ok: false, account, target: null, problems: [error.explanation] };
  }
}

/** Null when the connector has no call for members; posting may still work. */
async function members(connector: Connector, conversation: string, signal?: AbortSignal): Promise<Answer | null> {
  for (const [path, query] of [
    ['pagedmembers', 'pageSize=50'],
    ['members', undefined],
  ] as const) {
    const answer = await connector.request({
      method: 'GET',
      conversation,
      path: [path],
      ...(query && { query }),
      signal,
    });
    const isUnknown = [404, 405, 501].includes(answer.status) && errorOf(answer).code === undefined;
    if (!isUnknown) return answer;
  }
  return null;
}

function nameOf(answer: Answer | null): string | null {
  const listed = Array.isArray(answer?.json) ? answer.json : field(answer?.json, 'members');
  if (!Array.isArray(listed)) return null;
  const names = listed.map((member) => textField(member, 'name')).filter((name) => name !== undefined);
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return names.length === 0 ? null : `${names.slice(0, MAX_NAMES).join(', ')}${more}`;
}
