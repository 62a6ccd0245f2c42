import { hmacHex } from '@gateway/platform-kit';
import { describeConformance, webhookRequest, type Rig } from '@gateway/platform-kit/testing';
import { startTelegramSimulator } from '@gateway/simulators/telegram';
import telegram from '../src/index.js';

describeConformance({ platform: telegram, modes: ['stream', 'webhook'], openRig });

async function openRig(): Promise<Rig> {
  const sim = await startTelegramSimulator({ webhookRetryMs: 20 });
  const ada = sim.addUser({ firstName: 'Ada' });
  let updateId = 900_000;

  const request = (update: unknown, secret: string | undefined) =>
    webhookRequest(update, { 'x-telegram-bot-api-secret-token': secret });
  const secret = hmacHex(sim.token, 'telegram webhook secret');
  const textUpdate = (text: string) => ({
    update_id: (updateId += 1),
    message: {
      message_id: updateId,
      date: 1_767_225_600,
      chat: { id: ada.id, type: 'private', first_name: 'Ada' },
      from: { id: ada.id, is_bot: false, first_name: 'Ada' },
      text,
    },
  });

  return {
    credentials: { bot_token: sim.token },
    badCredentials: { bot_token: '999:not-a-token-of-any-bot' },
    target: String(ada.id),
    unknownTarget: '404404404',
    endpoints: { api: sim.url },
    async press(place) {
      await sim.press({ chat: ada, button: place });
    },
    async write(text, replyTo) {
      sim.writeText({ chat: ada, text, ...(replyTo !== undefined && { replyTo: Number(replyTo) }) });
    },
    async send(files, text, replyTo) {
      sim.sendFiles({
        chat: ada,
        files,
        ...(text !== undefined && { text }),
        ...(replyTo !== undefined && { replyTo: Number(replyTo) }),
      });
    },
    async redeliver() {
      const newest = sim.updates().at(-1);
      if (newest) sim.redeliver(newest.update_id);
    },
    shown: () =>
      sim.messages({ chat: ada }).flatMap((message) =>
        message.from?.is_bot
          ? [
              {
                id: String(message.message_id),
                text: message.text ?? message.caption ?? '',
                buttons: labels(message),
              },
            ]
          : [],
      ),
    fail(failure, posts = 0) {
      const when = () => (posts -= 1) < 0;
      if (failure === 'network') sim.failNext('sendMessage', { drop: true, when });
      else sim.failNext('sendMessage', { error: errors[failure], when });
    },
    webhook: {
      text: (text) => request(textUpdate(text), secret),
      unknown: () => request({ update_id: 1, poll: { id: '1' } }, secret),
      forged: (text) => ({
        'no secret': request(textUpdate(text), undefined),
        'a wrong secret': request(textUpdate(text), 'f'.repeat(64)),
        'an empty secret': request(textUpdate(text), ''),
      }),
    },
    close: () => sim.close(),
  };
}

const errors = {
  rate_limited: { code: 429, description: 'Too Many Requests: retry after 3', parameters: { retry_after: 3 } },
  forbidden: { code: 403, description: 'Forbidden: bot was blocked by the user' },
  unavailable: { code: 502, description: 'Bad Gateway' },
} as const;

function labels(message: { reply_markup?: { inline_keyboard?: { text: string }[][] } }): string[] {
  return (message.reply_markup?.inline_keyboard ?? []).flat().map(({ text }) => text);
}
