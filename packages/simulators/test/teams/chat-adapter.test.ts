import { TeamsAdapter } from '@chat-adapter/teams';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { listenWith, question, quiet } from '../chat-adapter.js';
import { open } from './setup.js';

async function connect() {
  const sim = await open();
  const { jwks_uri } = (await (await fetch(sim.endpoints.openid)).json()) as { jwks_uri: string };
  const keys = createRemoteJWKSet(new URL(jwks_uri));
  const adapter = new TeamsAdapter({
    appId: sim.appId,
    appTenantId: sim.tenantId,
    logger: quiet,
    // Its two ways to sign in at Microsoft use fixed URLs, and one of them requires https.
    // sdk.test.ts covers the tokens with the official SDK; here they are requested and checked outside the adapter.
    token: async (scope) => {
      const response = await fetch(`${sim.endpoints.token}/${sim.tenantId}/oauth2/v2.0/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: sim.appId,
          client_secret: sim.appPassword,
          scope: String(scope),
        }),
      });
      return ((await response.json()) as { access_token: string }).access_token;
    },
    webhookVerifier: async (request) => {
      const token = (request.headers.get('authorization') ?? '').replace('Bearer ', '');
      await jwtVerify(token, keys, { issuer: 'https://api.botframework.com', audience: sim.appId });
      return true;
    },
  });
  const bot = await listenWith(adapter);
  sim.setWebhook(bot.url);
  return { sim, adapter, bot, ada: sim.addPerson({ name: 'Ada' }) };
}

describe('Teams simulator with @chat-adapter/teams', () => {
  it.each(['personal', 'groupChat', 'channel'] as const)(
    'receives a text, posts a question, receives the press and edits the question (%s)',
    async (type) => {
      const { sim, adapter, bot, ada } = await connect();
      const conversation = sim.addConversation({ type, members: [ada] });
      expect(await sim.write({ conversation, text: 'Hello', mention: type !== 'personal' })).toMatchObject({
        status: 200,
      });
      expect(bot.texts).toMatchObject([
        { text: expect.stringContaining('Hello'), author: { userId: ada.id, fullName: 'Ada' } },
      ]);

      const { threadId } = bot.texts[0]!;
      const posted = await adapter.postMessage(threadId, question('Deploy?', 'Yes', 'No'));
      expect(sim.messages().at(-1)).toMatchObject({ fromBot: true, buttons: ['Yes', 'No'] });

      expect(await sim.press({ conversation, button: 'No', by: 'submit' })).toMatchObject({ status: 200 });
      expect(bot.presses).toMatchObject([
        { actionId: 'answer', value: 'choice.1', messageId: posted.id, user: { userId: ada.id } },
      ]);

      await adapter.editMessage(threadId, posted.id, question('Deploy? No.'));
      expect(sim.messages().at(-1)).toMatchObject({ edits: 1, buttons: [], text: expect.stringContaining('No.') });
    },
  );
});
