import type { WebhookRequest } from '@gateway/platform-kit';
import { describeConformance, type Rig, type RigOptions } from '@gateway/platform-kit/testing';
import { signBody, startMessengerSimulator, type MessengerMessage } from '@gateway/simulators/messenger';
import messenger from '../src/index.js';
import { fromPerson, pageEvents, textMessage, signedRequest } from './harness.js';

describeConformance({ platform: messenger, modes: ['webhook'], openRig });

async function openRig({ webhookUrl }: RigOptions): Promise<Rig> {
  const sim = await startMessengerSimulator({ webhookRetryMs: 20 });
  const ada = sim.addPerson({ name: 'Ada' });
  let subscribed: Promise<void> | undefined;
  /** The dashboard asks for the challenge, so the connection must be there. */
  const listening = () => (subscribed ??= sim.setWebhook(webhookUrl ?? ''));
  const request = (body: unknown): WebhookRequest => signedRequest(body, sim.appSecret);
  const credentials = {
    page_access_token: sim.pageAccessToken,
    app_secret: sim.appSecret,
    verify_token: sim.verifyToken,
  };

  return {
    credentials,
    badCredentials: { ...credentials, page_access_token: 'EAAnotATokenOfAnyPage' },
    target: ada.psid,
    unknownTarget: '40999999999999999',
    endpoints: { api: sim.url },
    async press(button) {
      await listening();
      await sim.press({ person: ada, button });
    },
    async write(text, replyTo) {
      await listening();
      await sim.writeText({ person: ada, text, ...(replyTo !== undefined && { replyTo }) });
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
        .filter(({ by }) => by === 'page')
        .map(shown),
    fail(failure, posts = 0) {
      const when = () => (posts -= 1) < 0;
      sim.failNext('messages', failure === 'network' ? { drop: true, when } : { error: errors[failure], when });
    },
    webhook: {
      text: (text) => request(pageEvents(textMessage(text, ada.psid))),
      batch: (texts) => request(pageEvents(...texts.map((text) => textMessage(text, ada.psid)))),
      unknown: () => request(pageEvents(fromPerson({ optin: { type: 'notification_messages' } }))),
      forged: (text) => {
        const valid = request(pageEvents(textMessage(text, ada.psid)));
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
  rate_limited: { status: 400, message: '(#613) Calls to this api have exceeded the rate limit.', code: 613 },
  forbidden: { message: '(#10) This message is sent outside of allowed window.', code: 10, error_subcode: 2_018_278 },
  unavailable: { status: 500, message: 'An unknown error has occurred.', code: 1 },
} as const;

const shown = ({ mid, text, buttons }: MessengerMessage) => ({
  id: mid,
  text,
  buttons: buttons.map(({ title }) => title),
});
