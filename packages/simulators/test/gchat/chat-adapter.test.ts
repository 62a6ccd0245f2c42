import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { GoogleChatAdapter } from '@chat-adapter/gchat';
import { auth } from '@googleapis/chat';
import { startGchatSimulator, type GchatSimulator } from '@gateway/simulators/gchat';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenWith, question, quiet } from '../chat-adapter.js';
import { serve } from '../serve.js';
import { tokenRequest } from './setup.js';

/** The adapter's settings for each token format of Google Chat. */
const kinds = [
  { format: 'classic', audience: 'url' },
  { format: 'classic', audience: 'project' },
  { format: 'addon', audience: 'url' },
] as const;

async function open(kind: (typeof kinds)[number]) {
  const sim = await startGchatSimulator({ ...kind, attempts: 1 });
  onTestFinished(() => sim.close());
  let handle: (request: Request) => Promise<Response> = async () => new Response('', { status: 503 });
  const url = await serve((request) => handle(request));
  const { access_token } = (await (await fetch(sim.endpoints.token, await tokenRequest(sim))).json()) as {
    access_token: string;
  };
  // The library's token endpoint cannot be replaced: setup.ts gets the token from the simulator.
  const signedIn = new auth.OAuth2();
  signedIn.setCredentials({ access_token });
  const adapter = new GoogleChatAdapter({
    auth: signedIn as never,
    apiUrl: `${sim.url}/`,
    workspaceAddOnServiceAccountEmail: sim.addonAccount,
    logger: quiet,
    ...(kind.audience === 'project' ? { googleChatProjectNumber: sim.projectNumber } : { endpointUrl: url }),
  });
  await trustKeysOf(sim, adapter);
  const bot = await listenWith(adapter);
  handle = async (request) => {
    const headers = new Headers(request.headers);
    // fetch sets these itself.
    for (const name of ['connection', 'content-length', 'host']) headers.delete(name);
    return await fetch(bot.url, { method: 'POST', body: await request.text(), headers });
  };
  sim.configure({ webhookUrl: url });
  return { sim, ada: sim.addUser('Ada'), space: sim.addSpace('Operations'), adapter, bot };
}

/** The URLs of Google's certificates are not configurable: the adapter gets the simulator's keys instead. */
async function trustKeysOf(sim: GchatSimulator, adapter: GoogleChatAdapter): Promise<void> {
  const { keys } = (await (await fetch(sim.endpoints.jwks)).json()) as { keys: (JsonWebKey & { kid: string })[] };
  const certificates = Object.fromEntries(
    keys.map((key) => [
      key.kid,
      createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString(),
    ]),
  );
  const { fetch: real } = globalThis;
  vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) =>
    String(url).startsWith('https://www.googleapis.com/service_accounts/v1/metadata/x509/')
      ? Promise.resolve(Response.json(certificates))
      : real(url, init),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const { oauth2Client } = adapter as unknown as { oauth2Client: { endpoints: Record<string, string> } };
  oauth2Client.endpoints['oauth2FederatedSignonPemCertsUrl'] = await serve(() => Response.json(certificates));
}

describe('Google Chat simulator with @chat-adapter/gchat', () => {
  // It supports add-on events only; events.test.ts checks the classic format against Google's types.
  it('receives a text, posts a question, receives the press and edits the question', async () => {
    const { sim, ada, space, adapter, bot } = await open({ format: 'addon', audience: 'url' });
    expect(await sim.writeText({ space, user: ada, text: 'Hello' })).toMatchObject({ status: 200 });
    expect(bot.texts).toMatchObject([{ text: '@Gateway Hello', author: { userId: ada.name, fullName: 'Ada' } }]);

    const { threadId } = bot.texts[0]!;
    const posted = await adapter.postMessage(threadId, question('Deploy?', 'Yes', 'No'));
    expect(await sim.press({ space, user: ada, button: 'No' })).toMatchObject({ status: 200 });
    expect(bot.presses).toMatchObject([
      { actionId: 'answer', value: 'choice.1', threadId, messageId: posted.id, user: { userId: ada.name } },
    ]);

    await adapter.editMessage(threadId, posted.id, 'Deploy? No.');
    expect(sim.messages(space).at(-1)).toMatchObject({ name: posted.id, text: 'Deploy? No.' });
  });

  it.each(kinds)('accepts $format tokens for the $audience, and rejects foreign and expired tokens', async (kind) => {
    const { sim, bot } = await open(kind);
    const status = async (changes: Parameters<GchatSimulator['bearer']>[0]) => {
      const authorization = sim.bearer(changes);
      return (await fetch(bot.url, { method: 'POST', body: '{}', headers: { authorization } })).status;
    };
    const yesterday = Math.floor(Date.now() / 1000) - 86_400;
    expect([
      await status({}),
      await status({ foreign: true }),
      await status({ claims: { aud: 'https://elsewhere.example' } }),
      await status({ claims: { iss: 'https://elsewhere.example' } }),
      await status({ claims: { iat: yesterday, exp: yesterday + 3600 } }),
    ]).toEqual([200, 401, 401, 401, 401]);
  });
});
