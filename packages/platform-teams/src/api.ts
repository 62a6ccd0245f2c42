import type { TeamsContext } from './credentials.js';
import { toPlatformError } from './errors.js';
import { request, type Answer } from './request.js';
import type { ServiceUrls } from './service-urls.js';
import type { TokenSource } from './token.js';

/** One call of the connector's REST interface, below `/v3/conversations/{conversation}`. */
interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly conversation: string;
  /** `activities`, `activities/{id}`, `members`: each part as it is, not yet escaped. */
  readonly path: readonly string[];
  readonly query?: string;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

/** The connector of one account. */
export interface Connector {
  /** The answer's body. Throws `PlatformError` unless 2xx. */
  call(call: Call): Promise<unknown>;
  /** The answer whatever its status; throws only when there is none. */
  ask(call: Call): Promise<Answer>;
}

export function createConnector({ fetch }: TeamsContext, tokens: TokenSource, services: ServiceUrls): Connector {
  async function send({ method, conversation, path, query, body, signal }: Call, token: string): Promise<Answer> {
    const place = [conversation, ...path].map(encodeURIComponent).join('/');
    return await request(fetch, {
      whom: 'Microsoft Teams',
      setting: 'PLATFORM_TEAMS_SERVICE_URL',
      url: `${await services.of(conversation)}/v3/conversations/${place}${query === undefined ? '' : `?${query}`}`,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  }

  async function ask(call: Call): Promise<Answer> {
    const token = await tokens.get(call.signal);
    const answer = await send(call, token);
    if (answer.status !== 401) return answer;
    // A token may be withdrawn before its time, as when a secret is replaced.
    tokens.drop(token);
    return await send(call, await tokens.get(call.signal));
  }

  return {
    ask,
    async call(call) {
      const answer = await ask(call);
      if (answer.status < 200 || answer.status >= 300) throw toPlatformError(answer);
      return answer.json;
    },
  };
}
