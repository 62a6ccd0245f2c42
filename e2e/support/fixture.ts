import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, createPrompt, type BodyInput } from '@gateway/contract';
import { startTelegramSimulator, type TelegramSimulator } from '@gateway/simulators/telegram';
import { GatewayProcess } from './gateway-process.js';
import { createOperators, type TestOperators } from './operators.js';
import { startReceiver, type Receiver } from './receiver.js';
import { seedData } from './seed-data.js';

/** A gateway with a simulated platform, a receiver, an agent and operators. */
export interface Fixture {
  readonly gateway: GatewayProcess;
  /** The folder of its embedded database. */
  readonly data: string;
  readonly platform: TelegramSimulator;
  readonly receiver: Receiver;
  readonly operators: TestOperators;
  /** Calls `/v1` as the agent, with its API key. */
  readonly agent: ReturnType<typeof createClient>;
  /** Creates a prompt on the channel `approvals`. Returns its id. */
  ask(text: string, more?: Omit<BodyInput<typeof createPrompt>, 'text'>): Promise<string>;
  /** Presses a button of the newest message with buttons as the user Emma. Waits for the bot's reply unless `wait` is false. */
  press(label: string, options?: { readonly wait?: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Starts a gateway without operators and data. */
export async function startBareGateway(env: Readonly<Record<string, string>> = {}) {
  const data = await mkdtemp(join(tmpdir(), 'gateway-e2e-'));
  const gateway = new GatewayProcess({ DATA_DIR: data, ...env });
  await gateway.start();
  return {
    gateway,
    data,
    async close() {
      await gateway.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Starts a gateway that requires API keys unless `env` says otherwise, with an operator of each role and seed data. */
export async function startFixture(env: Readonly<Record<string, string>> = {}): Promise<Fixture> {
  const platform = await startTelegramSimulator();
  const emma = platform.addUser({ firstName: 'Emma', username: 'emma' });
  const receiver = await startReceiver();
  const apiKey = `e2e-${randomBytes(16).toString('hex')}`;
  const { gateway, data, close } = await startBareGateway({
    USE_AUTH: 'true',
    GATEWAY_API_KEY: apiKey,
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    PLATFORM_TELEGRAM_API_URL: platform.url,
    // An unused port: tests must not call the real platform.
    PLATFORM_WHATSAPP_API_URL: 'http://127.0.0.1:9',
    ENABLE_DOCS: 'true',
    CALLBACK_RETRY_SCHEDULE: '1',
    ...env,
  });
  const operators = await createOperators(gateway.url, await gateway.setUpLink());
  const agent = createClient({ baseUrl: gateway.url, apiKey });
  const fixture: Fixture = {
    gateway,
    data,
    platform,
    receiver,
    operators,
    agent,
    async ask(text, more = {}) {
      const body = { text, channel_id: 'approvals', options: ['Approve', 'Reject'], ...more };
      return (await agent(createPrompt, { body })).prompt_id;
    },
    async press(label, { wait = true } = {}) {
      const press = { chat: emma, button: { label } };
      await (wait ? platform.press(press) : platform.press({ ...press, wait }));
    },
    async close() {
      await close();
      await platform.close();
      await receiver.close();
    },
  };
  await seedData({ agent, platform, receiver }, emma);
  return fixture;
}
