import type { TelegramSimulator, TelegramTypes } from '@gateway/simulators/telegram';
import {
  registerChannel,
  startTelegram,
  startTestGateway,
  type GatewayOptions,
  type Reply,
  type TestGateway,
} from '../harness/gateway.js';

/** A gateway with the PROMPT channel `approvals` to Ada, and shortcuts for tests. */
export interface Asking {
  readonly telegram: TelegramSimulator;
  readonly gateway: TestGateway;
  readonly ada: TelegramTypes.User;
  /** POST /v1/prompts/new. */
  post(body: unknown): Promise<Reply>;
  /** Posts a prompt to `approvals` and returns its number. */
  ask(prompt?: object): Promise<number>;
  /** The record of a prompt, or the error's body. */
  get(num: number, query?: string): Promise<Reply['json']>;
  list(query?: string): Promise<Reply>;
  /** The texts that Ada sees, oldest first. */
  chat(): (string | undefined)[];
}

/** Starts the gateway and the simulator; both stop with the test. */
export async function startAsking({ engine, env, ...options }: GatewayOptions = {}): Promise<Asking> {
  const { telegram, env: platform } = await startTelegram();
  const gateway = await startTestGateway({
    ...options,
    env: { ...(engine && (await engine.empty())), ...platform, ...env },
  });
  const ada = telegram.addUser({ firstName: 'Ada', username: 'ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  const post: Asking['post'] = (body) => gateway.request('POST', '/v1/prompts/new', { body });
  return {
    telegram,
    gateway,
    ada,
    post,
    async ask(prompt = {}) {
      const asked = await post({ channel_id: 'approvals', text: 'Ship it?', ...prompt });
      if (asked.status !== 200) throw new Error(asked.text);
      return Number(asked.json.prompt_id.slice(1));
    },
    get: async (num, query = '') => (await gateway.request('GET', `/v1/prompts/${num}${query}`)).json,
    list: (query = '') => gateway.request('GET', `/v1/prompts${query}`),
    chat: () => telegram.messages({ chat: ada }).map(({ text, caption }) => text ?? caption),
  };
}
