import { Gateway, verifySignature } from '@gateway/client';
import { startAsking } from '../../api/asking.js';
import { manualClock } from '../../harness/clock.js';
import { registerChannel } from '../../harness/gateway.js';
import { startReceiver } from '../../harness/receiver.js';
import { until } from '../../harness/until.js';
import type { Side } from './make-steps.js';

const secret = 'the secret of the test';
const buttons = { approve: 'Approve', reject: 'Reject', edit: 'Edit', respond: 'Respond' };

/** Starts a gateway. Each call of the returned function makes two channels to new chats, in which a person presses and writes. */
export async function startGatewaySides(): Promise<() => Promise<Side>> {
  const clock = manualClock();
  const { gateway, telegram, list } = await startAsking({ clock, env: { CALLBACK_SIGNING_SECRET: secret } });
  let made = 0;

  return async () => {
    made += 1;
    const ada = telegram.addUser({ firstName: 'Ada', username: 'ada' });
    const bob = telegram.addUser({ firstName: 'Bob', username: 'bob' });
    const receiver = await startReceiver();
    const [channel, talk] = [`approvals-${made}`, `talk-${made}`];
    await registerChannel(gateway, telegram, { id: channel, chat: ada });
    await registerChannel(gateway, telegram, { id: talk, chat: bob, type: 'MESSAGE', callbackUrl: receiver.url });
    const [newest] = (await list('?state=all&limit=1')).json as { prompt_num: number }[];
    const before = newest?.prompt_num ?? 0;
    const record = async (num: number) => (await gateway.request('GET', `/v1/prompts/${before + num}`)).json;
    const chat = () => telegram.messages({ chat: ada });
    const write = (num: number, text: string) => telegram.writeText({ chat: ada, text: `ID:#${before + num} ${text}` });
    const press = async (num: number, button: string) => {
      const { message_id } = await record(num);
      await telegram.press({
        chat: ada,
        button,
        message: chat().find((each) => String(each.message_id) === message_id),
      });
    };
    const received = async (fits: (event: { type: string; prompt_num?: number; text?: string }) => boolean) => {
      const found = () => receiver.received.find(({ json }) => fits(json));
      await until(() => found() !== undefined);
      const { headers, body } = found() ?? { headers: {}, body: '' };
      return { headers, body, isGenuine: await verifySignature({ headers, body, secret, toleranceSec: Infinity }) };
    };

    return {
      names: {
        channel,
        talk,
        callback: receiver.url,
        scenario: `run-${made}`,
        person: String(ada.id),
        writer: String(bob.id),
        before,
        start: clock.now(),
      },
      request: (method, path, body, headers) =>
        gateway.request(method, path, { headers, ...(body !== null && { body }) }),
      async answer(num, given) {
        const { labels } = await record(num);
        if ('option' in given) await press(num, given.option);
        else if ('decision' in given) await press(num, labels?.[given.decision] ?? buttons[given.decision]);
        const reason = 'reason' in given ? given.reason : undefined;
        if ('text' in given) write(num, given.text);
        if (reason !== undefined) write(num, reason);
        if ('args' in given) {
          write(
            num,
            Object.entries(given.args)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n'),
          );
          const draft = () => chat().find((each) => JSON.stringify(each).includes('Use these'));
          await until(() => draft() !== undefined);
          await telegram.press({ chat: ada, button: 'Use these', message: draft() });
        }
        await until(async () => {
          const { state, decision } = await record(num);
          return state === 'answered' && (reason === undefined || decision.reason === reason);
        });
      },
      advance: (ms) => clock.advance(ms),
      async takeBack(num) {
        write(num, 'Take back');
        await until(async () => (await record(num)).withdrawn_at !== null);
      },
      async callback(num) {
        const { state, withdrawn_at } = await record(num);
        const type = withdrawn_at ? 'prompt.withdrawn' : `prompt.${state}`;
        return await received((event) => event.type === type && event.prompt_num === before + num);
      },
      async write(text) {
        telegram.writeText({ chat: bob, text });
        await received((event) => event.text === text);
      },
      messageCallback: (text) => received((event) => event.text === text),
      client: new Gateway({ url: gateway.url }),
      async isHeld() {
        const idle = clock.waiting;
        await until(() => clock.waiting > idle);
      },
    };
  };
}
