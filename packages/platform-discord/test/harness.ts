import { openTestConnection, type TestConnection } from '@gateway/platform-kit/testing';
import {
  startDiscordSimulator,
  type DiscordSimulator,
  type DiscordSimulatorOptions,
} from '@gateway/simulators/discord';
import { onTestFinished } from 'vitest';
import discord from '../src/index.js';

export interface Setup {
  readonly api: string;
  readonly token: string;
  readonly publicKey?: string;
  /** Pass the same map to several connections to simulate a restart. */
  readonly state?: Map<string, string>;
  readonly fetch?: typeof fetch;
}

/** A simulator that is closed when the test ends. */
export async function openDiscord(options: DiscordSimulatorOptions = {}): Promise<DiscordSimulator> {
  const sim = await startDiscordSimulator(options);
  onTestFinished(() => sim.close());
  return sim;
}

/** A connection that is stopped when the test ends. */
export async function connect({ api, token, publicKey, state, fetch: given }: Setup): Promise<TestConnection> {
  const test = await openTestConnection(discord, {
    credentials: { bot_token: token, public_key: publicKey },
    endpoints: { api },
    ...(state && { state }),
    ...(given && { fetch: given }),
  });
  onTestFinished(async () => void (await test.stop()));
  return test;
}

/** The texts and tokens of the stored events. */
export const textsOf = ({ stored }: TestConnection): string[] =>
  stored.map((event) => ('token' in event ? event.token : 'text' in event ? event.text : ''));
