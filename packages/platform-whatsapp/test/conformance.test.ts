import type { WebhookRequest } from '@gateway/platform-kit';
import { describeConformance, type Rig, type RigOptions } from '@gateway/platform-kit/testing';
import { signBody, startWhatsAppSimulator, type WhatsAppMessage } from '@gateway/simulators/whatsapp';
import whatsapp from '../src/index.js';
import { changeOf, textMessage, signedRequest } from './harness.js';

describeConformance({ platform: whatsapp, modes: ['webhook'], openRig });

async function openRig({ webhookUrl }: RigOptions): Promise<Rig> {
  const sim = await startWhatsAppSimulator({ webhookRetryMs: 20 });
  const ada = sim.addPerson({ name: 'Ada' });
  let subscribed: Promise<void> | undefined;
  /** The dashboard asks for the challenge, so the connection must be there. */
  const listening = () => (subscribed ??= sim.setWebhook(webhookUrl ?? ''));
  const request = (body: unknown): WebhookRequest => signedRequest(body, sim.appSecret);
  const text = (words: string) => changeOf(sim.phoneNumberId, { messages: [textMessage(ada.waId, words)] });
  const credentials = {
    access_token: sim.accessToken,
    phone_number_id: sim.phoneNumberId,
    app_secret: sim.appSecret,
    verify_token: sim.verifyToken,
  };

  return {
    credentials,
    badCredentials: { ...credentials, access_token: 'EAAnotATokenOfAnyNumber' },
    target: ada.waId,
    unknownTarget: '+49 151 unknown',
    endpoints: { api: sim.url },
    async press(button) {
      await listening();
      await sim.press({ person: ada, button });
    },
    async write(words, replyTo) {
      await listening();
      await sim.writeText({ person: ada, text: words, ...(replyTo !== undefined && { replyTo }) });
    },
    async send(files, caption, replyTo) {
      await listening();
      await sim.sendFiles({
        person: ada,
        files,
        ...(caption !== undefined && { text: caption }),
        ...(replyTo !== undefined && { replyTo }),
      });
    },
    async redeliver() {
      await sim.redeliver();
    },
    shown: () =>
      sim
        .messages(ada)
        .filter(({ by }) => by === 'business')
        .map(shown),
    fail(failure, posts = 0) {
      const when = () => (posts -= 1) < 0;
      sim.failNext('messages', failure === 'network' ? { drop: true, when } : { error: errors[failure], when });
    },
    webhook: {
      text: (words) => request(text(words)),
      batch: (words) =>
        request({
          object: 'whatsapp_business_account',
          entry: words.map((word) => ({
            id: '2',
            changes: [{ field: 'messages', value: text(word).entry[0]?.changes[0]?.value }],
          })),
        }),
      unknown: () =>
        request({
          object: 'whatsapp_business_account',
          entry: [{ id: '2', changes: [{ field: 'account_update', value: {} }] }],
        }),
      forged: (words) => {
        const valid = request(text(words));
        const signed = (signature: string | undefined) => ({ ...valid, headers: { 'x-hub-signature-256': signature } });
        return {
          'no signature': signed(undefined),
          'an empty signature': signed(''),
          'a signature by another secret': signed(signBody('another secret', valid.body)),
          'the old kind of signature': {
            ...valid,
            headers: { 'x-hub-signature': valid.headers['x-hub-signature-256'] },
          },
          'a tampered body': {
            ...valid,
            body: Buffer.from(Buffer.from(valid.body).toString().replace('evil', 'good')),
          },
        };
      },
    },
    close: () => sim.close(),
  };
}

const errors = {
  rate_limited: { status: 429, message: '(#130429) Rate limit hit', code: 130_429 },
  forbidden: { message: '(#131047) Re-engagement message', code: 131_047 },
  unavailable: { status: 500, message: 'An unknown error has occurred.', code: 1 },
} as const;

const shown = ({ id, text, buttons }: WhatsAppMessage) => ({ id, text, buttons: buttons.map(({ title }) => title) });
