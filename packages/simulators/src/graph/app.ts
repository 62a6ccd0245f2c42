import { ControlError, isButton, systemClock } from '@gateway/sandbox/server';
import type { Router } from 'express';
import { callRoutes } from '../common/call-control.js';
import { createCallLog } from '../common/call-log.js';
import { filesInput } from '../common/control-files.js';
import type { ControlRoutes } from '../common/control.js';
import { createFaults } from '../common/faults.js';
import { errorBody } from './errors.js';
import { type GraphRequest, startGraphServer } from './server.js';
import type { GraphAppSimulator, GraphSimulator, GraphSimulatorOptions } from './simulator-types.js';
import { requiredText, textIn } from './values.js';
import { createWebhook } from './webhook.js';

/** Milliseconds after a person's last message during which free messages may be sent. */
export const WINDOW_MS = 24 * 3_600_000;

/** How the API of one platform serves its accounts: phone numbers or pages. */
interface Accounts<Account> {
  /** Undefined: no such token, or it was revoked. */
  authenticate(token: string): Account | undefined;
  nameOf(account: Account): string;
  /** Returns the answer's body, or throws a `GraphError`. */
  handle(request: GraphRequest, account: Account): object;
  /** Serves the files of people. */
  files: Router;
}

/** A simulator that does not listen yet, with persons by id. */
type PlatformSimulator = Omit<GraphSimulator<string, unknown>, 'url' | 'close'>;

/** An app with its webhook, call log and faults: what every simulator of a platform on the Graph API starts from. */
export function createGraphApp(options: GraphSimulatorOptions) {
  const clock = options.clock ?? systemClock;
  const appSecret = options.app?.appSecret ?? 'simulated-app-secret-0123456789ab';
  const verifyToken = options.app?.verifyToken ?? 'simulated verify token';
  const webhook = createWebhook({ appSecret, clock }, options);
  const log = createCallLog();
  const faults = createFaults();

  const simulator: GraphAppSimulator = {
    appSecret,
    verifyToken,
    clock,
    setWebhook: (url, token = verifyToken) => webhook.subscribe(url, token),
    events: webhook.events,
    calls: log.list,
    clearCalls: log.clear,
    failNext: (method, { error, ...fault }) => {
      if (!error) return faults.add(method, fault);
      const { status = 400, headers, ...fields } = error;
      faults.add(method, { ...fault, answer: { status, body: errorBody(fields), ...(headers && { headers }) } });
    },
    clearFaults: faults.clear,
  };

  return {
    clock,
    webhook,
    simulator,
    /** Serves the API of `accounts`, and `control` in addition to the control routes that all platforms have. */
    async listen<Account>(
      platform: PlatformSimulator,
      accounts: Accounts<Account>,
      control: ControlRoutes,
    ): Promise<{ url: string; close(): Promise<void> }> {
      const server = await startGraphServer<Account>({
        ...accounts,
        port: options.port,
        host: options.host,
        clock,
        log,
        faults,
        control: { ...controlRoutes(platform), ...control },
        appSecret,
        requiresProof: options.app?.requiresProof ?? false,
      });
      return {
        url: server.url,
        close: async () => {
          webhook.close();
          await server.close();
        },
      };
    },
  };
}

function controlRoutes(simulator: PlatformSimulator): ControlRoutes {
  return {
    ...callRoutes(simulator),
    'GET /messages': ({ person }) => simulator.messages(textIn({ person }, 'person')),
    'GET /events': () => simulator.events(),
    'POST /webhook': (input) => simulator.setWebhook(requiredText(input, 'url'), textIn(input, 'verifyToken')),
    'POST /text': async (input) => ({
      acknowledged: await simulator.writeText({
        person: requiredText(input, 'person'),
        text: requiredText(input, 'text'),
        ...(input['replyTo'] !== undefined && { replyTo: requiredText(input, 'replyTo') }),
      }),
    }),
    'POST /press': async (input) => ({
      acknowledged: await simulator.press({
        person: requiredText(input, 'person'),
        button: input['button'] as number | string,
        ...(input['message'] !== undefined && { message: requiredText(input, 'message') }),
      }),
    }),
    'POST /files': async (input) => ({
      acknowledged: await simulator.sendFiles({
        person: requiredText(input, 'person'),
        files: filesInput(input),
        ...(input['text'] !== undefined && { text: requiredText(input, 'text') }),
        ...(input['replyTo'] !== undefined && { replyTo: requiredText(input, 'replyTo') }),
      }),
    }),
    'POST /redeliver': async () => ({ acknowledged: await simulator.redeliver() }),
  };
}

/** The newest message that `matches` and shows buttons, and the button with that index or title. Throws a `ControlError` when there is none. */
export function findButton<Message extends { buttons: readonly { title: string }[] }>(
  messages: readonly Message[],
  matches: (message: Message) => boolean,
  choice: number | string,
): { message: Message; button: Message['buttons'][number] } {
  const message = messages.findLast((candidate) => candidate.buttons.length > 0 && matches(candidate));
  const button = message?.buttons.find(({ title }, index) => choice === index || isButton(title, choice));
  if (!message || !button) throw new ControlError(`There is no button ${choice} in this chat`, 404);
  return { message, button };
}
