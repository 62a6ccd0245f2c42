import { createChannel, type BodyInput, type createPrompt } from '@gateway/contract';
import { shownText, startSlackSimulator, type SlackMessage, type SlackSimulator } from '@gateway/simulators/slack';
import type { TelegramSimulator, TelegramSimulatorOptions, TelegramTypes } from '@gateway/simulators/telegram';
import type { Engine } from './engines.js';
import {
  registerChannel,
  startTelegram,
  startTestGateway,
  type GatewayOptions,
  type Reply,
  type TestGateway,
} from './gateway.js';
import { onCleanUp } from './shared.js';
import { until } from './until.js';

/** A simulated Telegram with Ada's chat and a simulated Slack with the channel `ops`. */
export interface Chats {
  readonly telegram: TelegramSimulator;
  readonly slack: SlackSimulator;
  readonly ada: TelegramTypes.User;
  readonly grace: { readonly id: string };
  readonly ops: { readonly id: string };
  /** Settings of a gateway that uses them. */
  readonly env: Record<string, string>;
  /** Registers the PROMPT channels `approvals` (Telegram) and `oncall` (Slack). */
  register(gateway: Pick<TestGateway, 'call' | 'url'>): Promise<void>;
  /** The texts in Ada's chat, oldest first. */
  atAda(): string[];
  /** The texts in the Slack channel, oldest first. */
  atOps(): string[];
  /** Whether a message in one of the chats still has buttons. */
  haveButtons(): boolean;
}

export async function startChats(platform: TelegramSimulatorOptions = {}): Promise<Chats> {
  const { telegram, env } = await startTelegram(platform);
  const slack = await startSlackSimulator({ fetchUrls: false });
  onCleanUp(() => slack.close());
  const ada = telegram.addUser({ firstName: 'Ada', username: 'ada' });
  const grace = slack.addUser({ name: 'grace', realName: 'Grace Hopper' });
  const ops = slack.addChannel({ name: 'ops' });
  return {
    telegram,
    slack,
    ada,
    grace,
    ops,
    env: { ...env, PLATFORM_SLACK_API_URL: slack.url },
    async register(gateway) {
      await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
      await gateway.call(createChannel, {
        body: {
          channel_id: 'oncall',
          platform: 'slack',
          target_chat_id: ops.id,
          channel_type: 'PROMPT',
          credentials: { bot_token: slack.botToken, signing_secret: slack.signingSecret },
        },
      });
      await slack.setRequestUrl(`${gateway.url}/webhooks/default/slack/oncall`);
    },
    atAda: () => telegram.messages({ chat: ada }).map(({ text, caption }) => text ?? caption ?? ''),
    atOps: () => slack.messages(ops).map(shownText),
    haveButtons: () =>
      telegram.messages({ chat: ada }).some(({ reply_markup }) => reply_markup !== undefined) ||
      slack.messages(ops).some(hasButtons),
  };
}

export const hasButtons = ({ blocks = [] }: SlackMessage) => blocks.some(({ type }) => type === 'actions');

/** A gateway with the PROMPT channels `approvals` on Telegram and `oncall` on Slack. */
export interface TwoChats extends Chats {
  readonly gateway: TestGateway;
  /** POST /v1/prompts/new in both channels unless the body says otherwise. */
  ask(body?: Partial<BodyInput<typeof createPrompt>>, headers?: Record<string, string>): Promise<Reply>;
  /** The record of a prompt. */
  get(num: number): Promise<Reply['json']>;
  /** Waits until a prompt has a state, and returns its record. */
  reaches(num: number, state: string): Promise<Reply['json']>;
}

export async function startTwoChats({
  engine,
  env,
  platform,
  ...options
}: GatewayOptions & {
  readonly engine?: Engine;
  readonly platform?: TelegramSimulatorOptions;
} = {}): Promise<TwoChats> {
  const chats = await startChats(platform);
  const gateway = await startTestGateway({
    ...options,
    env: { ...(engine && (await engine.empty())), ...chats.env, ...env },
  });
  await chats.register(gateway);
  const get = async (num: number): Promise<Reply['json']> => (await gateway.request('GET', `/v1/prompts/${num}`)).json;
  return {
    ...chats,
    gateway,
    get,
    ask: (body = {}, headers = {}) =>
      gateway.request('POST', '/v1/prompts/new', {
        headers,
        body: { channels: ['approvals', 'oncall'], text: 'Ship it?', options: ['Yes', 'No'], ...body },
      }),
    reaches: async (num, state) => {
      await until(async () => (await get(num)).state === state);
      return await get(num);
    },
  };
}
