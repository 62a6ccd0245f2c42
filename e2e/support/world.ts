import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, createPrompt, type BodyInput } from '@gateway/contract';
import { startTelegramSimulator, type TelegramSimulator } from '@gateway/simulators/telegram';
import { GatewayProcess } from './gateway-process.js';
import { furnish } from './furniture.js';
import { gatherPeople, type People } from './people.js';
import { startReceiver, type Receiver } from './receiver.js';

/** A gateway with everything around it: a platform, an agent, people. */
export interface World {
  readonly gateway: GatewayProcess;
  /** The folder of its embedded database. */
  readonly data: string;
  readonly platform: TelegramSimulator;
  readonly receiver: Receiver;
  readonly people: People;
  /** Calls `/v1` as the agent does, with its key. */
  readonly agent: ReturnType<typeof createClient>;
  /** Asks on the channel `approvals`; gives the prompt's id. */
  ask(text: string, more?: Omit<BodyInput<typeof createPrompt>, 'text'>): Promise<string>;
  /** Presses a button of the newest message with buttons, as Emma; waits until she sees what came of it. */
  press(label: string, options?: { readonly wait?: boolean }): Promise<void>;
  close(): Promise<void>;
}

export interface Settings {
  /** Further settings of the gateway. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A started gateway without anything in it: nobody has set it up. */
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

/** Starts a gateway that agents need a key for, with an owner, an operator and a viewer, and one channel of each type. */
export async function startWorld({ env = {} }: Settings = {}): Promise<World> {
  const platform = await startTelegramSimulator();
  const emma = platform.addUser({ firstName: 'Emma', username: 'emma' });
  const receiver = await startReceiver();
  const apiKey = `e2e-${randomBytes(16).toString('hex')}`;
  const { gateway, data, close } = await startBareGateway({
    USE_AUTH: 'true',
    GATEWAY_API_KEY: apiKey,
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    PLATFORM_TELEGRAM_API_URL: platform.url,
    // Nothing answers there: no test asks the platform itself.
    PLATFORM_WHATSAPP_API_URL: 'http://127.0.0.1:9',
    ENABLE_DOCS: 'true',
    CALLBACK_RETRY_SCHEDULE: '1',
    ...env,
  });
  const people = await gatherPeople(gateway.url, gateway.setUpLink);
  const agent = createClient({ baseUrl: gateway.url, apiKey });
  const world: World = {
    gateway,
    data,
    platform,
    receiver,
    people,
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
  await furnish(world, emma);
  return world;
}
