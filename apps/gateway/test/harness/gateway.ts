import { Writable } from 'node:stream';
import pino from 'pino';
import { createClient, createChannel, type Route } from '@gateway/contract';
import type { Clock } from '@gateway/core';
import {
  startTelegramSimulator,
  type TelegramSimulator,
  type TelegramSimulatorOptions,
} from '@gateway/simulators/telegram';
import { systemClock } from '../../src/service/clock.js';
import { parseConfig } from '../../src/settings/config.js';
import { loadSecrets } from '../../src/secrets/secrets.js';
import { createPasswords } from '../../src/sign-in/passwords.js';
import { startService } from '../../src/service/service.js';
import { checkAgainstContract } from './conformance.js';
import { sqlite, type Engine } from './engines.js';
import { onCleanUp } from './shared.js';

/** A gateway in this process, on a free port, with its log. */
export interface TestGateway {
  readonly url: string;
  /** The typed client. Throws `GatewayError` unless the status is 2xx. */
  readonly call: ReturnType<typeof createClient>;
  /** Sends any request and checks the response against the contract. */
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  /** All log lines so far, as JSON text. */
  readonly logLines: readonly string[];
  stop(): Promise<void>;
}

export interface RequestOptions {
  /** Sent as JSON unless it is a string, bytes or a form. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  // oxlint-disable-next-line no-explicit-any -- tests read bodies of many types
  readonly json: any;
}

export interface GatewayOptions {
  readonly engine?: Engine;
  /** Settings; `await engine.empty()` to share a database between gateways. */
  readonly env?: Record<string, string>;
  readonly apiKey?: string;
  readonly clock?: Clock;
}

/** The lowest cost of argon2: a test that sets up the console takes 60 ms less. */
const cheapPasswords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Starts a gateway that stops with the test. */
export async function startTestGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  const env: Record<string, string> = {
    HOST: '127.0.0.1',
    PORT: '0',
    ...(options.env?.DATA_DIR ? {} : await (options.engine ?? sqlite).empty()),
    ...options.env,
  };
  const config = parseConfig(env);
  const logLines: string[] = [];
  const log = pino(
    { level: 'debug', base: null },
    new Writable({ write: (chunk: Buffer, _encoding, done) => (logLines.push(chunk.toString('utf8').trim()), done()) }),
  );
  const service = await startService(config, loadSecrets(config), log, options.clock ?? systemClock, cheapPasswords);
  let stopped: Promise<void> | null = null;
  const stop = () => (stopped ??= service.stop());
  onCleanUp(stop);

  const apiKey = options.apiKey ?? env.GATEWAY_API_KEY;
  const base = service.url.replace('localhost', '127.0.0.1');
  return {
    url: base,
    call: createClient({ baseUrl: base, fetch: checkedFetch, ...(apiKey !== undefined && { apiKey }) }),
    logLines,
    stop,
    async request(method, path, { body, headers = {} } = {}) {
      const raw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
      const response = await fetch(base + path, {
        method,
        headers: {
          ...(apiKey !== undefined && { 'x-api-key': apiKey }),
          ...(body !== undefined && !raw && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : raw ? (body as string) : JSON.stringify(body),
        redirect: 'manual',
      });
      const text = await response.text();
      const reply = { status: response.status, headers: response.headers, text, json: parsed(text) };
      checkAgainstContract({ method, path, ...reply });
      return reply;
    },
  };
}

/** Starts a Telegram simulator that stops with the test. `env` points a gateway at it. */
export async function startTelegram(
  options: TelegramSimulatorOptions = {},
): Promise<{ telegram: TelegramSimulator; env: Record<string, string> }> {
  const telegram = await startTelegramSimulator(options);
  onCleanUp(() => telegram.close());
  return { telegram, env: { PLATFORM_TELEGRAM_API_URL: telegram.url } };
}

/** Registers a channel on the simulated Telegram. */
export async function registerChannel(
  gateway: Pick<TestGateway, 'call'>,
  telegram: TelegramSimulator,
  channel: { id: string; chat: { id: number }; type?: 'PROMPT' | 'MESSAGE'; callbackUrl?: string },
): Promise<void> {
  await gateway.call(createChannel satisfies Route, {
    body: {
      channel_id: channel.id,
      platform: 'telegram',
      target_chat_id: String(channel.chat.id),
      channel_type: channel.type ?? 'PROMPT',
      credentials: { bot_token: telegram.token },
      ...(channel.callbackUrl !== undefined && { callback_url: channel.callbackUrl }),
    },
  });
}

const checkedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  checkAgainstContract({
    method: init?.method ?? 'GET',
    path: pathname,
    status: response.status,
    headers: response.headers,
    json: parsed(await response.clone().text()),
  });
  return response;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
