import { describeConformance, webhookRequest, type Rig, type RigOptions } from '@gateway/platform-kit/testing';
import {
  buttonsOf,
  shownText,
  signSlackRequest,
  startSlackSimulator,
  type SlackInput,
} from '@gateway/simulators/slack';
import slack from '../src/index.js';

describeConformance({ platform: slack, modes: ['webhook', 'stream'], openRig });

const FORM = 'application/x-www-form-urlencoded';

async function openRig({ webhookUrl }: RigOptions): Promise<Rig> {
  const sim = await startSlackSimulator({
    fetchUrls: false,
    ackTimeoutMs: 1000,
    ...(webhookUrl !== null && { requestUrl: webhookUrl }),
  });
  const ada = sim.addUser({ name: 'ada', realName: 'Ada Lovelace' });
  const channel = sim.addChannel({ name: 'ops', members: [ada] });
  let events = 0;

  const signed = (payload: object, at = Date.now(), secret = sim.signingSecret) => {
    const body = JSON.stringify(payload);
    return webhookRequest(body, signSlackRequest(secret, body, at));
  };
  const textEvent = (text: string) => ({
    type: 'event_callback',
    event_id: `Ev${(events += 1)}`,
    event: {
      type: 'message',
      channel: channel.id,
      user: ada.id,
      text,
      ts: `1767326125.${String(events).padStart(6, '0')}`,
    },
  });
  const MINUTE = 60_000;

  return {
    credentials: {
      bot_token: sim.botToken,
      signing_secret: sim.signingSecret,
      ...(webhookUrl === null && { app_token: sim.appToken }),
    },
    badCredentials: { bot_token: 'xoxb-not-a-token', signing_secret: 'not-the-secret', app_token: 'xapp-not-a-token' },
    target: channel.id,
    unknownTarget: 'C0404404404',
    endpoints: { api: sim.url },
    async press(place) {
      await sim.press({ channel, button: place });
    },
    async write(text, replyTo) {
      sim.writeText({ channel, text, ...(replyTo !== undefined && { under: replyTo }) });
    },
    async send(files, text, replyTo) {
      sim.sendFiles({
        channel,
        files,
        ...(text !== undefined && { text }),
        ...(replyTo !== undefined && { under: replyTo }),
      });
    },
    async redeliver() {
      const newest = sim.events().at(-1);
      if (newest) await sim.redeliver(newest.eventId);
    },
    disconnect: () => sim.dropSockets(),
    shown: () =>
      sim
        .messages(channel)
        .flatMap((message) =>
          message.bot_id === undefined
            ? []
            : [{ id: message.ts, text: shownText(message), buttons: buttonsOf(message).map(({ label }) => label) }],
        ),
    dialogs: {
      shown() {
        const modal = sim.modal(ada);
        return modal && { title: modal.title, text: modal.text, fields: modal.inputs.map(shownField) };
      },
      submit: async (values) => void (await sim.submit({ user: ada, values })),
      resend: async () => void (await sim.resubmit(ada)),
      told: () => [
        ...Object.values(sim.modal(ada)?.errors ?? {}),
        ...sim.notices(ada).map(({ text }) => shownText({ text })),
      ],
    },
    fail(failure, posts = 0) {
      const when = () => (posts -= 1) < 0;
      if (failure === 'network') sim.failNext('chat.postMessage', { drop: true, when });
      else sim.failNext('chat.postMessage', { ...failures[failure], when });
    },
    webhook: {
      text: (text) => signed(textEvent(text)),
      unknown: () =>
        signed({ type: 'event_callback', event_id: 'Ev0', event: { type: 'reaction_added', user: ada.id } }),
      forged(text) {
        const good = signed(textEvent(text));
        const press = `payload=${encodeURIComponent(JSON.stringify({ type: 'block_actions', user: { id: ada.id }, actions: [] }))}`;
        return {
          'no signature': { ...good, headers: { 'content-type': 'application/json' } },
          'a wrong signature': signed(textEvent(text), Date.now(), 'another secret'),
          'a changed body': { ...good, body: Buffer.from(Buffer.from(good.body).toString().replace(text, 'worse')) },
          'an old timestamp': signed(textEvent(text), Date.now() - 6 * MINUTE),
          'a timestamp in the future': signed(textEvent(text), Date.now() + 6 * MINUTE),
          'an unsigned press': webhookRequest(press, { 'content-type': FORM }),
        };
      },
    },
    close: () => sim.close(),
  };
}

function shownField({ label, value, multiline, required, maxLength }: SlackInput) {
  return { label, value, multiline, required, maxLength };
}

const failures = {
  rate_limited: { error: { code: 'ratelimited', status: 429, retryAfter: 3 } },
  forbidden: { error: 'not_in_channel' },
  unavailable: { answer: { status: 502, body: '<h1>Bad Gateway</h1>' } },
} as const;
