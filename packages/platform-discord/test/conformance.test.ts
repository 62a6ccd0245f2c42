import type { WebhookRequest } from '@gateway/platform-kit';
import { describeConformance, type Rig, type RigOptions } from '@gateway/platform-kit/testing';
import { shownText, startDiscordSimulator, until, type ShownModal } from '@gateway/simulators/discord';
import discord from '../src/index.js';

describeConformance({ platform: discord, modes: ['stream', 'webhook'], openRig, dropsRepeatedPosts: true });

async function openRig({ webhookUrl }: RigOptions): Promise<Rig> {
  const sim = await startDiscordSimulator();
  const channel = sim.addChannel({ name: 'approvals' });
  const ada = sim.addUser({ username: 'ada', globalName: 'Ada' });
  let isRegistered = false;

  const press = (token: string) => ({
    id: '1400000000000000001',
    application_id: sim.bot.applicationId,
    type: 3,
    token: 'an-interaction-token',
    channel_id: channel.id,
    guild_id: '1400000000000000009',
    member: { user: ada },
    message: { id: '1400000000000000002' },
    data: { component_type: 2, custom_id: token },
  });
  const request = ({ headers, body }: { headers: Record<string, string>; body: string }): WebhookRequest => ({
    method: 'POST',
    url: 'http://gateway.example/webhooks/default/discord/ops',
    query: {},
    headers,
    body: Buffer.from(body),
  });
  const without = (name: string) => {
    const { headers, body } = sim.sign(press('evil'));
    return request({ headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)), body });
  };
  const now = () => Math.floor(Date.now() / 1000);

  return {
    credentials: { bot_token: sim.bot.token, ...(webhookUrl !== null && { public_key: sim.bot.publicKey }) },
    badCredentials: { bot_token: 'bm90LWEtYm90.Sim.not-a-token-of-any-bot' },
    target: channel.id,
    unknownTarget: '1000000000000000404',
    endpoints: { api: sim.url },
    async press(place) {
      // Discord tests the address when it is set, so the adapter must already answer there.
      if (webhookUrl !== null && !isRegistered) await sim.setInteractionsUrl(webhookUrl);
      isRegistered = true;
      await sim.press({ channel, button: place, user: ada });
    },
    async write(text, replyTo) {
      await until(() => sim.connected());
      sim.writeText({ channel, text, user: ada, ...(replyTo !== undefined && { replyTo }) });
    },
    async send(files, text, replyTo) {
      await until(() => sim.connected());
      sim.sendFiles({
        channel,
        files,
        user: ada,
        ...(text !== undefined && { text }),
        ...(replyTo !== undefined && { replyTo }),
      });
    },
    redeliver: async () => sim.redeliver(),
    disconnect: () => sim.disconnect(),
    shown: () =>
      sim
        .messages({ channel })
        .filter(({ author }) => author.bot)
        .map(({ id, content, components }) => ({
          id,
          text: shownText(content),
          buttons: components.flatMap((row) => row.components.map(({ label }) => label ?? '')),
        })),
    dialogs: {
      shown() {
        const modal = sim.modal(ada);
        return (
          modal && {
            title: modal.title,
            text: modal.texts.map(shownText).join('\n'),
            fields: modal.inputs.map(shownField),
          }
        );
      },
      submit: async (values) => void (await sim.submit({ user: ada, values })),
      resend: async () => sim.redeliver(),
      told: () => sim.privateNotes(ada).map(({ content }) => shownText(content)),
    },
    fail(failure, posts = 0) {
      const when = () => (posts -= 1) < 0;
      if (failure === 'network') sim.failNext('createMessage', { drop: true, when });
      else sim.failNext('createMessage', { error: errors[failure], when });
    },
    webhook: {
      text: (text) => request(sim.sign(press(text))),
      unknown: () => request(sim.sign({ ...press('x'), type: 2, data: { id: '1', name: 'a command', type: 1 } })),
      forged: (text) => ({
        'no signature': without('x-signature-ed25519'),
        'no timestamp': without('x-signature-timestamp'),
        'a wrong signature': request(sim.sign(press(text), { forged: true })),
        'a tampered body': request({ ...sim.sign(press(text)), body: JSON.stringify(press('other')) }),
        'a stale timestamp': request(sim.sign(press(text), { timestamp: now() - 301 })),
        'a timestamp ahead': request(sim.sign(press(text), { timestamp: now() + 310 })),
      }),
    },
    close: () => sim.close(),
  };
}

function shownField({ label, value, multiline, required, maxLength }: ShownModal['inputs'][number]) {
  return { label, value, multiline, required, maxLength };
}

const errors = {
  rate_limited: { status: 429, message: '', retryAfter: 3.2 },
  forbidden: { status: 403, code: 50013, message: 'Missing Permissions' },
  unavailable: { status: 502, message: 'Bad Gateway' },
} as const;
