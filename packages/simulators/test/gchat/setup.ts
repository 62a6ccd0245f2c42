import { createPrivateKey } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chat, type chat_v1 } from '@googleapis/chat';
import { startGchatSimulator, type GchatSimulator, type GchatSimulatorOptions } from '@gateway/simulators/gchat';
import { SignJWT } from 'jose';
import { onTestFinished } from 'vitest';

export async function start(options?: GchatSimulatorOptions) {
  const sim = await startGchatSimulator(options);
  onTestFinished(() => sim.close());
  return { sim, ada: sim.addUser('Ada'), space: sim.addSpace('Operations') };
}

/** Google's client with a token fetched as Google documents it. */
export async function clientOf(sim: GchatSimulator): Promise<chat_v1.Chat> {
  const { access_token } = (await (await fetch(sim.endpoints.token, await tokenRequest(sim))).json()) as {
    access_token: string;
  };
  return chat({
    version: 'v1',
    rootUrl: `${sim.url}/`,
    headers: { authorization: `Bearer ${access_token}` },
    retry: false,
  });
}

/** A token request; `claims` replace those of a valid one. */
export async function tokenRequest(sim: GchatSimulator, claims: object = {}): Promise<RequestInit> {
  const { client_email, private_key, private_key_id } = JSON.parse(sim.serviceAccountJson) as Record<string, string>;
  const iat = Math.floor(sim.clock.now() / 1000);
  const scope = 'https://www.googleapis.com/auth/chat.bot';
  const assertion = await new SignJWT({
    iss: client_email ?? '',
    scope,
    aud: sim.endpoints.token,
    iat,
    exp: iat + 3600,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: private_key_id ?? '' })
    .sign(createPrivateKey(private_key ?? ''));
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
  };
}

export interface Arrived {
  readonly authorization: string;
  // oxlint-disable-next-line no-explicit-any -- tests look into events of many shapes
  readonly event: any;
}

/** An app's HTTP server with the given answers. It records the requests. */
export async function app(answer: (arrived: Arrived, count: number) => { status: number; body?: object }) {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = {
        authorization: request.headers.authorization ?? '',
        event: JSON.parse(Buffer.concat(chunks).toString()) as unknown,
      };
      arrived.push(entry);
      const { status, body = {} } = answer(entry, arrived.length);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`, arrived };
}

/** A card with one button per label. */
export const card = (...labels: string[]) => ({
  cardId: 'question',
  card: {
    sections: [
      {
        widgets: [
          {
            buttonList: {
              buttons: labels.map((text, place) => ({
                text,
                onClick: { action: { function: 'answer', parameters: [{ key: 'token', value: `choice.${place}` }] } },
              })),
            },
          },
        ],
      },
    ],
  },
});

/** The error that Google's client throws. */
export async function refusal(call: Promise<unknown>): Promise<{ code: unknown; message: string }> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason as Error & { code?: unknown; status?: unknown },
  );
  if (!error) throw new Error('Expected the call to be refused');
  return { code: Number(error.status ?? error.code), message: error.message };
}
