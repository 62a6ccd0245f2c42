import { Gateway, type GatewayOptions } from '@gateway/client';
import { startAsking, type Asking } from '../api/asking.js';
import { registerChannel, type GatewayOptions as TestGatewayOptions } from '../harness/gateway.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';

/** A gateway with the channel `approvals` to Ada, and a client of it. */
export interface ClientOfAda extends Asking {
  readonly client: Gateway;
  /** Waits until question number `num` is open. Then Ada presses a button of the newest question. */
  press(button: string, num?: number): Promise<void>;
}

export async function startClient(
  options: TestGatewayOptions = {},
  settings: Partial<GatewayOptions> = {},
): Promise<ClientOfAda> {
  const asking = await startAsking(options);
  const { telegram, ada, get } = asking;
  return {
    ...asking,
    client: new Gateway({ url: asking.gateway.url, channel: 'approvals', ...settings }),
    async press(button, num = 1) {
      await until(async () => (await get(num)).state === 'pending');
      await telegram.press({ chat: ada, button });
    },
  };
}

/** A client that does not get the first reply to a request whose path ends so, although the gateway received the request. */
export function losingReplies({ gateway }: Pick<ClientOfAda, 'gateway'>, ending: string) {
  let lost = 0;
  const client = new Gateway({
    url: gateway.url,
    channel: 'approvals',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const reply = await fetch(request);
      if (lost > 0 || !new URL(request.url).pathname.endsWith(ending)) return reply;
      lost += 1;
      await reply.text();
      throw new TypeError('The connection was closed.');
    },
  });
  return { client, lost: () => lost };
}

/** What `startClient` starts, for a test that shares the gateway: questions are numbered from the first one of the test. */
export interface OwnChat extends Pick<
  ClientOfAda,
  'gateway' | 'telegram' | 'ada' | 'client' | 'press' | 'get' | 'chat'
> {
  readonly channel: string;
  /** The id of question number `num` of the test. */
  id(num: number): string;
  /** All questions of the test. */
  asked(): Promise<unknown[]>;
}

/** Starts one gateway for several tests. Each call of the returned function makes a channel to a new chat. */
export function startClientOnce(): () => Promise<OwnChat> {
  const shared = startOnce(startAsking);
  let chats = 0;
  return async () => {
    const { gateway, telegram, get, list } = shared();
    chats += 1;
    const channel = `approvals-${chats}`;
    const ada = telegram.addUser({ firstName: 'Ada', username: 'ada' });
    await registerChannel(gateway, telegram, { id: channel, chat: ada });
    const [newest] = (await list('?state=all&limit=1')).json as { prompt_num: number }[];
    const before = newest?.prompt_num ?? 0;
    const own = (num: number, query?: string) => get(before + num, query);
    return {
      gateway,
      telegram,
      ada,
      channel,
      chat: () => telegram.messages({ chat: ada }).map(({ text, caption }) => text ?? caption),
      client: new Gateway({ url: gateway.url, channel }),
      get: own,
      id: (num) => `#${before + num}`,
      asked: async () => (await list(`?state=all&channel_id=${channel}`)).json,
      async press(button, num = 1) {
        await until(async () => (await own(num)).state === 'pending');
        await telegram.press({ chat: ada, button });
      },
    };
  };
}
