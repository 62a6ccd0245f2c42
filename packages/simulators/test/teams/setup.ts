import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTeamsSimulator, type TeamsSimulator, type TeamsSimulatorOptions } from '@gateway/simulators/teams';
import { onTestFinished } from 'vitest';

/** A simulator that is closed at the end of the test. */
export async function open(options: TeamsSimulatorOptions = {}): Promise<TeamsSimulator> {
  const sim = await startTeamsSimulator({ retryMs: 10, ...options });
  onTestFinished(() => sim.close());
  return sim;
}

/** An HTTP server with the given answers, closed at the end of the test. */
export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/messages`;
}

/** A token, and a function that calls the connector with it. */
export async function signIn(
  sim: TeamsSimulator,
): Promise<(method: string, path: string, body?: object) => Promise<{ status: number; json: unknown }>> {
  const response = await fetch(`${sim.url}/${sim.tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: sim.appId,
      client_secret: sim.appPassword,
      scope: 'https://api.botframework.com/.default',
    }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return async (method, path, body) => {
    const answer = await fetch(`${sim.endpoints.service}/v3/conversations/${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      json: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  };
}
