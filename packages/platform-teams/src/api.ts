import type { TeamsContext } from './credentials.js';
import { toPlatformError } from './errors.js';
import { request, type Answer } from './request.js';
import type { ServiceUrls } from './service-urls.js';
import type { TokenSource } from './sign-in/token.js';

/** One call of the connector's REST API, below `/v3/conversations`. */
interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absent: the call creates a conversation. */
  readonly conversation?: string;
  /** `activities`, `activities/{id}` or `members`, as unescaped parts. */
  readonly path: readonly string[];
  readonly query?: string;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

/** The Bot Connector API of one account. */
export interface Connector {
  /** Returns the body of a 2xx answer. Throws `PlatformError` for other answers. */
  call(call: Call): Promise<unknown>;
  /** Returns an answer with any status. Throws only when there is no answer. */
  request(call: Call): Promise<Answer>;
}

export function createConnector({ fetch }: TeamsContext, tokens: TokenSource, services: ServiceUrls): Connector {
  async function send({ method, conversation, path, query, body, signal }: Call, token: string): Promise<Answer> {
    const place = [...(conversation === undefined ? [] : [conversation]), ...path]
      .map((part) => `/${encodeURIComponent(part)}`)
      .join('');
    return await request(fetch, {
      service: 'Microsoft Teams',
      setting: 'PLATFORM_TEAMS_SERVICE_URL',
      url: `${await services.find(conversation ?? '')}/v3/conversations${place}${query === undefined ? '' : `?${query}`}`,
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

  async function requestWithToken(call: Call): Promise<Answer> {
    const token = await tokens.get(call.signal);
    const answer = await send(call, token);
    if (answer.status !== 401) return answer;
    // A token may be revoked before it expires, for example when a secret is replaced.
    tokens.drop(token);
    return await send(call, await tokens.get(call.signal));
  }

  return {
    request: requestWithToken,
    async call(call) {
      const answer = await requestWithToken(call);
      if (answer.status < 200 || answer.status >= 300) throw toPlatformError(answer);
      return answer.json;
    },
  };
}
