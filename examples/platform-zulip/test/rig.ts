import { webhookRequest, type Rig, type RigOptions } from '@gateway/platform-kit/testing';
import { startZulip } from './zulip.js';

const answers = {
  rate_limited: { status: 429, body: { code: 'RATE_LIMIT_HIT', 'retry-after': 0.01 } },
  forbidden: { status: 400, body: { code: 'BAD_REQUEST', msg: "Not authorized to send to channel 'ops'" } },
  unavailable: { status: 503, body: {} },
};

/** What the conformance suite does on Zulip: it acts as a person, and reads the channel. */
export async function openRig({ webhookUrl }: RigOptions): Promise<Rig> {
  const zulip = await startZulip(webhookUrl);
  const { url: site, bot, key, token } = zulip;
  return {
    credentials: { site, email: bot.email, key, token },
    badCredentials: { site, email: bot.email, key: 'not-the-key-of-any-bot', token: 'not-the-token-of-any-bot' },
    target: 'ops > deployments',
    unknownTarget: 'no such channel > deployments',
    endpoints: {},
    press: async () => {
      throw new Error('There is nothing to press: people choose by replies.');
    },
    write: async (text, replyTo) => zulip.write(text, replyTo),
    redeliver: async () => zulip.repeatNewest(),
    shown: () => zulip.messages.map(({ id, content }) => ({ id: String(id), text: content, buttons: [] })),
    fail(failure, posts = 0) {
      let left = posts;
      const fault = failure === 'network' ? { drop: true } : { answer: answers[failure] };
      zulip.failNext('send', { ...fault, when: () => left-- === 0 });
    },
    webhook: {
      text: (text) => webhookRequest(zulip.payload(text)),
      unknown: () => webhookRequest({ ...zulip.payload(''), message: undefined }),
      forged: (text) => ({
        'no token': webhookRequest({ ...zulip.payload(text), token: undefined }),
        'another token': webhookRequest({ ...zulip.payload(text), token: 'not-the-token-of-any-bot' }),
      }),
    },
    close: zulip.close,
  };
}
