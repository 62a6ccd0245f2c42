import type { ServerResponse } from 'node:http';
import type { TeamsSimulator } from '@gateway/simulators/teams';
import { AppCredentials, type ServiceClientCredentialsFactory } from 'botframework-connector';
import botbuilder, { type TaskModuleRequest, type TaskModuleResponse, type TurnContext } from 'botbuilder';
import { describe, expect, it, vi } from 'vitest';
import { open, serve } from './setup.js';

const { CardFactory, CloudAdapter, ConfigurationBotFrameworkAuthentication, TeamsActivityHandler } = botbuilder;
type Logic = (context: TurnContext) => Promise<void>;

/** A bot with Microsoft's SDK, configured with the simulator's URLs. Resolves with the bot's URL. */
async function startBot(sim: TeamsSimulator, logic: Logic): Promise<string> {
  class Credentials extends AppCredentials {
    protected override async refreshToken() {
      const response = await fetch(`${sim.url}/${sim.tenantId}/oauth2/v2.0/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: sim.appId,
          client_secret: sim.appPassword,
          scope: 'https://api.botframework.com/.default',
        }),
      });
      const { access_token, expires_in } = (await response.json()) as { access_token: string; expires_in: number };
      return { accessToken: access_token, expiresOn: new Date(Date.now() + expires_in * 1000) } as never;
    }
  }
  const factory: ServiceClientCredentialsFactory = {
    isValidAppId: async (id) => id === sim.appId,
    isAuthenticationDisabled: async () => false,
    createCredentials: async (id) => new Credentials(id, undefined, 'https://api.botframework.com'),
  };
  const settings = {
    ToBotFromChannelOpenIdMetadataUrl: sim.endpoints.openid,
    ToBotFromEmulatorOpenIdMetadataUrl: sim.endpoints.openid,
    ToBotFromChannelTokenIssuer: 'https://api.botframework.com',
    ToChannelFromBotLoginUrl: sim.url,
    ToChannelFromBotOAuthScope: 'https://api.botframework.com',
    OAuthUrl: sim.url,
    CallerId: 'urn:botframework:azure',
    ValidateAuthority: 'false',
  };
  const adapter = new CloudAdapter(new ConfigurationBotFrameworkAuthentication(settings, factory));
  const url = await serve((request, response) => {
    void request.toArray().then(async (chunks) => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      await adapter.process(
        { body, headers: request.headers, method: request.method ?? 'POST' },
        replier(response),
        logic,
      );
    });
  });
  sim.setWebhook(url);
  return url;
}

/** The SDK expects a web framework's response object. */
function replier(response: ServerResponse) {
  return {
    socket: null,
    end: () => response.end(),
    header: (name: string, value: unknown) => response.setHeader(name, String(value)),
    send: (body: unknown) => response.end(typeof body === 'string' ? body : JSON.stringify(body)),
    status: (code: number) => void (response.statusCode = code),
  };
}

const card = (text: string, ...titles: string[]) =>
  CardFactory.adaptiveCard({
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ type: 'TextBlock', text, wrap: true }],
    actions: titles.map((title) => ({
      type: 'Action.Execute',
      title,
      verb: 'go',
      data: { title },
      fallback: { type: 'Action.Submit', title, data: { title } },
    })),
  });

/** A bot whose button opens a dialog, with Microsoft's own handler of invokes. */
class DialogBot extends TeamsActivityHandler {
  readonly received: unknown[] = [];

  constructor() {
    super();
    this.onMessage(async (context) => {
      const data = { msteams: { type: 'task/fetch' }, title: 'No' };
      const actions = [{ type: 'Action.Submit', title: 'No', data }];
      const content = {
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text: 'Ship it?' }],
        actions,
      };
      await context.sendActivity({ type: 'message', attachments: [CardFactory.adaptiveCard(content)] });
    });
  }

  protected override async handleTeamsTaskModuleFetch(
    _context: TurnContext,
    { data }: TaskModuleRequest,
  ): Promise<TaskModuleResponse> {
    this.received.push(data);
    const card = CardFactory.adaptiveCard({
      type: 'AdaptiveCard',
      version: '1.4',
      body: [
        { type: 'TextBlock', text: 'Why?' },
        { type: 'Input.Text', id: 'reason', label: 'Reason', isRequired: true, maxLength: 9 },
      ],
      actions: [{ type: 'Action.Submit', title: 'Send', data: { step: 2 } }],
    });
    return { task: { type: 'continue', value: { title: 'Reject', card } } };
  }

  protected override async handleTeamsTaskModuleSubmit(
    _context: TurnContext,
    { data }: TaskModuleRequest,
  ): Promise<TaskModuleResponse> {
    this.received.push(data);
    return { task: { type: 'message', value: 'Thanks' } };
  }
}

describe("Teams simulator with Microsoft's botbuilder", () => {
  it('receives texts, and posts, edits and deletes messages', async () => {
    const sim = await open();
    sim.addPerson({ name: 'Ada' });
    const chat = sim.addConversation({ type: 'personal' });
    await startBot(sim, async (context) => {
      const said = await context.sendActivity(`You wrote ${context.activity.text}`);
      const second = await context.sendActivity('for a moment');
      await context.updateActivity({
        id: said!.id,
        type: 'message',
        text: `${context.activity.from.name} wrote ${context.activity.text}`,
      });
      await context.deleteActivity(second!.id);
    });
    expect(await sim.write({ conversation: chat, text: 'Grüße' })).toMatchObject({ status: 200 });
    const [, answer, ...others] = sim.messages(chat);
    expect(answer).toMatchObject({ text: 'Ada wrote Grüße', fromBot: true, edits: 1 });
    expect(others).toEqual([]);
  });

  it('answers a press with a new card in the same request, and gets a submit as a message', async () => {
    const sim = await open();
    sim.addPerson({ name: 'Ada' });
    const chat = sim.addConversation();
    const submitted: unknown[] = [];
    await startBot(sim, async (context) => {
      const { type, value } = context.activity;
      if (type === 'invoke') {
        const { data } = (value as { action: { data: { title: string } } }).action;
        const body = {
          statusCode: 200,
          type: 'application/vnd.microsoft.card.adaptive',
          value: card(`Done: ${data.title}`).content,
        };
        await context.sendActivity({ type: 'invokeResponse', value: { status: 200, body } });
      } else if (value === undefined)
        await context.sendActivity({ type: 'message', attachments: [card('Ship it?', 'Yes', 'No')] });
      else submitted.push(value);
    });
    await sim.write({ conversation: chat, text: 'ask me' });
    expect(await sim.press({ conversation: chat, button: 'No' })).toMatchObject({ status: 200, card: 'Done: No' });
    expect(await sim.press({ conversation: chat, button: 'Yes', by: 'submit' })).toMatchObject({
      status: 200,
      card: null,
    });
    expect(submitted).toEqual([{ title: 'Yes' }]);
  });

  it('opens a dialog in answer to a press, and receives its submission', async () => {
    const sim = await open();
    const ada = sim.addPerson({ name: 'Ada' });
    const chat = sim.addConversation();
    const bot = new DialogBot();
    await startBot(sim, async (context) => await bot.run(context));
    await sim.write({ conversation: chat, text: 'ask me' });
    expect(await sim.press({ conversation: chat, button: 'No' })).toMatchObject({ ok: true });
    expect(sim.dialog(ada)).toEqual({
      title: 'Reject',
      text: 'Why?',
      inputs: [{ id: 'reason', label: 'Reason', value: '', multiline: false, required: true, maxLength: 9 }],
    });
    await expect(sim.submit({ person: ada, values: [''] })).rejects.toThrow('"Reason" is required');
    await expect(sim.submit({ person: ada, values: ['0123456789'] })).rejects.toThrow('accepts 9 characters');
    expect(await sim.submit({ person: ada, values: ['too risky'] })).toMatchObject({ ok: true });
    expect(sim.dialog(ada)).toBeNull();
    expect(sim.dialogMessages(ada)).toEqual(['Thanks']);
    expect(bot.received).toEqual([
      { msteams: { type: 'task/fetch' }, title: 'No' },
      { step: 2, reason: 'too risky' },
    ]);
  });

  it('rejects activities with forged tokens', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    const sim = await open();
    sim.addPerson();
    const chat = sim.addConversation();
    let received = 0;
    const url = await startBot(sim, async () => void (received += 1));
    for (const token of [
      { forged: true },
      { claims: { aud: 'another' } },
      { claims: { iss: 'https://evil.example' } },
      { claims: { serviceurl: 'https://evil.example' } },
      { lifeSeconds: -301 },
    ]) {
      const { activity, headers } = await sim.compose({ conversation: chat, text: 'x' }, token);
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(activity) });
      expect([token, response.ok]).toEqual([token, false]);
    }
    expect(received).toBe(0);
    quiet.mockRestore();
  });
});
