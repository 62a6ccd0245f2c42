import { describeConformance, webhookRequest, type Rig, type RigOptions } from '@gateway/platform-kit/testing';
import {
  buttonsOf,
  startGchatSimulator,
  type GchatSimulatorOptions,
  type ShownDialog,
} from '@gateway/simulators/gchat';
import { describe } from 'vitest';
import gchat from '../src/index.js';

const apps: readonly [string, Pick<GchatSimulatorOptions, 'format' | 'audience'>][] = [
  ['a Chat app that authenticates by address', { format: 'classic', audience: 'url' }],
  ['a Chat app that authenticates by project number', { format: 'classic', audience: 'project' }],
  ['a Workspace add-on', { format: 'addon', audience: 'url' }],
];

describe.each(apps)('%s', (_name, app) => {
  describeConformance({
    platform: gchat,
    modes: ['webhook'],
    openRig: (options) => openRig(options, app),
    dropsRepeatedPosts: true,
  });
});

async function openRig(
  { webhookUrl }: RigOptions,
  app: Pick<GchatSimulatorOptions, 'format' | 'audience'>,
): Promise<Rig> {
  const sim = await startGchatSimulator({ ...app, webhookUrl, retryMs: 20 });
  const ada = sim.addUser('Ada');
  const space = sim.addSpace('Operations');
  const request = (event: object, authorization: string | undefined) =>
    webhookRequest(event, { authorization }, webhookUrl ?? '');
  const text = (said: string, authorization: string | undefined) =>
    request(sim.textEvent({ space, user: ada, text: said }), authorization);
  const past = Math.floor(Date.now() / 1000) - 7200;
  const trust = { google_chat_project_number: sim.projectNumber, workspace_addon_service_account: sim.addonAccount };
  return {
    credentials: { service_account_json: sim.serviceAccountJson, ...trust },
    badCredentials: { service_account_json: await sim.unknownAccountJson(), ...trust },
    target: space.name,
    unknownTarget: 'spaces/AAQAnowhere',
    endpoints: sim.endpoints,
    async press(button) {
      await sim.press({ space, user: ada, button });
    },
    async write(said, quote) {
      await sim.writeText({ space, user: ada, text: said, ...(quote !== undefined && { quote }) });
    },
    async send(files, said, quote) {
      await sim.sendFiles({
        space,
        user: ada,
        files,
        ...(said !== undefined && { text: said }),
        ...(quote !== undefined && { quote }),
      });
    },
    async redeliver() {
      await sim.redeliver();
    },
    shown: () =>
      sim
        .messages(space)
        .filter(({ sender }) => sender.type === 'BOT')
        .map(({ name, text: shown = '', cardsV2 }) => ({
          id: name,
          text: shown,
          buttons: buttonsOf(cardsV2).map((button) => button.text),
        })),
    dialogs: {
      shown() {
        const dialog = sim.dialog(ada);
        return dialog && { title: dialog.title, text: dialog.text, fields: dialog.inputs.map(shownField) };
      },
      submit: async (values) => void (await sim.submit({ user: ada, values })),
      resend: async () => void (await sim.redeliver()),
      told: () => sim.notifications().map(({ text: shown }) => shown),
    },
    fail(failure, posts = 0) {
      const when = () => (posts -= 1) < 0;
      if (failure === 'network') sim.failNext('spaces.messages.create', { drop: true, when });
      else sim.failNext('spaces.messages.create', { error: errors[failure], when });
    },
    webhook: {
      text: (said) => text(said, sim.bearer()),
      unknown: () => request({ type: 'ADDED_TO_SPACE', space }, sim.bearer()),
      forged: (said) => ({
        'no token': text(said, undefined),
        'no bearer token': text(said, 'Basic Zm9vOmJhcg=='),
        'no token at all': text(said, 'Bearer nonsense'),
        'a token of somebody else': text(said, sim.bearer({ foreign: true })),
        'a token for another audience': text(said, sim.bearer({ claims: { aud: 'https://elsewhere.example/chat' } })),
        'a token by another issuer': text(said, sim.bearer({ claims: { iss: 'https://elsewhere.example' } })),
        'a stale token': text(said, sim.bearer({ claims: { iat: past, exp: past + 3600 } })),
        'a token that never ends': text(said, sim.bearer({ claims: { exp: undefined } })),
        'a token that says it needs no signature': text(said, sim.bearer({ header: { alg: 'none' } })),
        'a token that says it has a shared secret': text(said, sim.bearer({ header: { alg: 'HS256' } })),
      }),
    },
    close: () => sim.close(),
  };
}

function shownField({ label, value = '', type, required, validation }: ShownDialog['inputs'][number]) {
  const maxLength = validation?.characterLimit ?? null;
  return { label, value, multiline: type === 'MULTIPLE_LINE', required, maxLength };
}

const errors = {
  rate_limited: { code: 429, message: "Quota exceeded for quota metric 'Message writes'", retryAfter: 3 },
  forbidden: { code: 403, message: 'The caller does not have permission' },
  unavailable: { code: 503, message: 'The service is currently unavailable.' },
} as const;
