import { describeConformance, webhookRequest, type Failure, type Rig } from '@gateway/platform-kit/testing';
import { startTeamsSimulator, type Fault, type ShownDialog } from '@gateway/simulators/teams';
import teams from '../src/index.js';

describeConformance({ platform: teams, modes: ['webhook'], openRig });

async function openRig({ webhookUrl }: { webhookUrl: string | null }): Promise<Rig> {
  const sim = await startTeamsSimulator({ retryMs: 20, ...(webhookUrl !== null && { webhookUrl }) });
  const ada = sim.addPerson({ name: 'Ada' });
  const chat = sim.addConversation();
  const { appId: app_id, appPassword: app_password, tenantId: app_tenant_id } = sim;

  // The suite creates requests synchronously, so the tokens are created in advance.
  const { activity, headers: validHeaders } = await sim.compose({ conversation: chat, text: 'x' });
  const bearer = async (...options: Parameters<typeof sim.sign>) => ({
    ...validHeaders,
    authorization: `Bearer ${await sim.sign(...options)}`,
  });
  const bad = {
    'an unknown key': await bearer({ forged: true }),
    'another audience': await bearer({ claims: { aud: 'another-app' } }),
    'another issuer': await bearer({ claims: { iss: 'https://evil.example' } }),
    'an expired token': await bearer({ lifeSeconds: -301 }),
    'a token for another service address': await bearer({ claims: { serviceurl: 'https://evil.example/' } }),
    'a token for no service address': await bearer({ claims: { serviceurl: undefined } }),
  };
  const request = (text: string, headers: Record<string, string | undefined>, more: object = {}) =>
    webhookRequest({ ...activity, text, ...more }, headers);

  return {
    credentials: { app_id, app_password, app_tenant_id },
    badCredentials: { app_id, app_password: 'not-the-secret-of-this-app', app_tenant_id },
    target: chat.id,
    unknownTarget: '19:nowhere@thread.v2',
    endpoints: sim.endpoints,
    press: async (place) => void (await sim.press({ conversation: chat, button: place })),
    write: async (text, replyTo) =>
      void (await sim.write({ conversation: chat, text, ...(replyTo !== undefined && { replyTo }) })),
    send: async (files, text, replyTo) =>
      void (await sim.sendFiles({
        conversation: chat,
        files,
        ...(text !== undefined && { text }),
        ...(replyTo !== undefined && { replyTo }),
      })),
    redeliver: async () => void (await sim.redeliver()),
    shown: () => sim.messages(chat).filter(({ fromBot }) => fromBot),
    dialogs: {
      shown() {
        const dialog = sim.dialog(ada);
        return dialog && { title: dialog.title, text: dialog.text, fields: dialog.inputs.map(shownField) };
      },
      submit: async (values) => void (await sim.submit({ person: ada, values })),
      resend: async () => void (await sim.redeliver()),
      told: () => sim.dialogMessages(ada),
    },
    fail(failure, posts = 0) {
      sim.failNext('sendToConversation', { ...faults[failure], when: () => (posts -= 1) < 0 });
    },
    webhook: {
      text: (text) => request(text, validHeaders),
      unknown: () => request('', validHeaders, { type: 'messageReaction' }),
      forged: (text) => ({
        'no token': request(text, { ...validHeaders, authorization: undefined }),
        'no bearer': request(text, { ...validHeaders, authorization: 'Basic YTpi' }),
        'no JWT': request(text, { ...validHeaders, authorization: 'Bearer abc' }),
        'another channel': request(text, validHeaders, { channelId: 'directline' }),
        ...Object.fromEntries(Object.entries(bad).map(([name, headers]) => [name, request(text, headers)])),
      }),
    },
    close: () => sim.close(),
  };
}

function shownField({ label, value, multiline, required, maxLength }: ShownDialog['inputs'][number]) {
  return { label, value, multiline, required, maxLength };
}

const faults: Record<Failure, Fault> = {
  rate_limited: {
    answer: {
      status: 429,
      headers: { 'retry-after': '3' },
      body: { error: { code: 'Throttled', message: 'Too many requests.' } },
    },
  },
  forbidden: {
    answer: {
      status: 403,
      body: {
        error: { code: 'BotNotInConversationRoster', message: 'The bot is not part of the conversation roster.' },
      },
    },
  },
  unavailable: { answer: { status: 502, body: 'Bad Gateway' } },
  network: { drop: true },
};
