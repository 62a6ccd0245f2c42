import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { platformStarters, type SimulatedPlatform } from '@gateway/simulators/platforms';
import { openDatabase } from '../database.js';
import { apiKey, noLimits } from '../names.js';
import { median, shown } from '../numbers.js';
import { gatewayProgram, startProgram, type Program } from '../program.js';
import type { Line, Section } from '../section.js';

export const channels: Section = {
  name: 'channels',
  about: 'one channel on each platform: time until it is connected, and memory',
  seconds: 90,
  byDefault: false,
  engines: ['sqlite'],
  head: ['one channel on', 'connected after', 'ratio', 'memory at rest', 'ratio'],
  note: `Time from spawning the process until the connection to the simulated platform works, and memory at rest; ratios are to an
instance without channels. Most of it is loading the SDK of the platform, once for all its channels.`,
  async run({ folder }) {
    const [none, ...others] = await costOfChannels(folder);
    if (!none) return [];
    return [none, ...others].map(({ platform, readyMs, memory }): Line => {
      const ratios = [shown(readyMs / none.readyMs, 2), shown(memory / none.memory, 2)];
      return {
        cells: [platform, shown(readyMs, 0, ' ms'), ratios[0] ?? '', shown(memory, 0, ' MiB'), ratios[1] ?? ''],
        figures: { [`${platform}.readyMs`]: readyMs, [`${platform}.memoryMiB`]: memory },
      };
    });
  },
};

/** What one channel costs an instance, compared with an instance without channels. */
interface ChannelCost {
  readonly platform: string;
  /** Milliseconds from spawning the process until the platform's connection works. */
  readonly readyMs: number;
  /** Resident memory at rest in MiB. */
  readonly memory: number;
}

const ROUNDS = 3;
const REST_MS = 1500;
const MAX_CONNECT_MS = 30_000;

/**
 * Starts an instance with one channel of each platform in turns, and one without channels. The first entry is the one without,
 * which counts as connected when the gateway is ready. All use SQLite and simulated platforms.
 */
async function costOfChannels(folder: string): Promise<ChannelCost[]> {
  const platforms = await Promise.all(Object.values(platformStarters).map((start) => start()));
  try {
    const env = settings(Object.assign({}, ...platforms.map((platform) => platform.env)) as Record<string, string>);
    const variants = [null, ...platforms.map((platform) => platform.platform)].map((platform) => ({
      platform,
      folder: mkdtempSync(join(folder, 'channels-')),
    }));
    const all = mkdtempSync(join(folder, 'channels-'));
    await register(folder, { ...env, DATA_DIR: all }, platforms);
    for (const { platform, folder: own } of variants) {
      cpSync(all, own, { recursive: true });
      await keepOnly(own, platform);
    }
    const measured = new Map<string | null, { readyMs: number[]; memory: number }>();
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const { platform, folder: own } of variants) {
        const { readyMs, memory } = await measure(folder, { ...env, DATA_DIR: own }, platform, round === ROUNDS);
        const before = measured.get(platform)?.readyMs ?? [];
        measured.set(platform, { readyMs: [...before, readyMs], memory });
        await keepOnly(own, platform);
      }
    }
    return [...measured].map(([platform, { readyMs, memory }]) => ({
      platform: platform ?? 'none',
      readyMs: median(readyMs),
      memory,
    }));
  } finally {
    await Promise.all(platforms.map((platform) => platform.close()));
  }
}

/** Platforms that deliver events only to a public address. */
const webhookOnly: ReadonlySet<string | null> = new Set(['teams', 'gchat', 'whatsapp', 'messenger']);

const settings = (platforms: Record<string, string>) => ({
  HOST: '127.0.0.1',
  PORT: '0',
  USE_AUTH: 'true',
  GATEWAY_API_KEY: apiKey,
  ...noLimits,
  ...platforms,
});

const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };

async function register(
  folder: string,
  env: Record<string, string>,
  platforms: readonly SimulatedPlatform[],
): Promise<void> {
  const gateway = await startProgram(folder, [gatewayProgram], env);
  for (const { platform, target, credentials } of platforms) {
    const response = await fetch(`${gateway.url}/v1/channels/new`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        channel_id: platform,
        platform,
        target_chat_id: target,
        channel_type: 'PROMPT',
        credentials,
      }),
    });
    if (!response.ok) throw new Error(`The channel could not be registered: ${await response.text()}`);
  }
  await gateway.stop();
}

/** Deletes all other channels and resets the health of this one. The gateway must not run. */
async function keepOnly(dataDir: string, platform: string | null): Promise<void> {
  const database = openDatabase(join(dataDir, 'gateway.db'));
  await database.all('DELETE FROM channel WHERE platform <> ? RETURNING platform', [platform ?? '']);
  await database.all("UPDATE channel SET health = 'unknown' RETURNING platform");
  await database.close();
}

async function measure(
  folder: string,
  env: Record<string, string>,
  platform: string | null,
  atRest: boolean,
): Promise<{ readyMs: number; memory: number }> {
  const spawnedAt = performance.now();
  const address: Record<string, string> = webhookOnly.has(platform)
    ? { PUBLIC_WEBHOOK_URL: 'https://gateway.example.com' }
    : {};
  const gateway = await startProgram(folder, [gatewayProgram], { ...env, ...address });
  try {
    const readyMs = platform === null ? gateway.startMs : await untilConnected(gateway, platform, spawnedAt);
    if (atRest) await delay(REST_MS);
    return { readyMs, memory: gateway.memory() };
  } finally {
    await gateway.stop();
  }
}

async function untilConnected({ url }: Program, channel: string, spawnedAt: number): Promise<number> {
  for (;;) {
    const response = await fetch(`${url}/v1/channels/${channel}`, { headers });
    const { health } = (await response.json()) as { health: { state: string; detail: string | null } };
    const passedMs = performance.now() - spawnedAt;
    if (health.state === 'ok') return passedMs;
    if (passedMs > MAX_CONNECT_MS) throw new Error(`The channel on ${channel} did not connect: ${health.detail}`);
    await delay(5);
  }
}
