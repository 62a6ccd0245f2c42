import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startCpu } from '../cpu.js';
import { apiKey, noLimits } from '../names.js';
import { shown } from '../numbers.js';
import { gatewayProgram, startProgram } from '../program.js';
import type { Section } from '../section.js';
import { json } from '../shots.js';

const COUNT = 1000;
const REST_MS = 10_000;
const MAX_CONNECT_MS = 180_000;

export const bots: Section = {
  name: 'bots',
  about: `${COUNT} polled bots in one process: time until all are polled, memory and CPU at rest`,
  seconds: 120,
  byDefault: false,
  engines: ['sqlite'],
  head: ['', 'all polled after', 'memory at rest', 'CPU of a core at rest'],
  note: `${COUNT} channels, each with a bot of its own that is polled, at a restart of the gateway. Time from spawning the process until a
long poll of each bot is open; memory and CPU over the next ${REST_MS / 1000} s.`,
  async run({ folder, fakePlatform }) {
    const env = {
      HOST: '127.0.0.1',
      PORT: '0',
      USE_AUTH: 'true',
      GATEWAY_API_KEY: apiKey,
      ...noLimits,
      DATA_DIR: mkdtempSync(join(folder, 'bots-')),
      PLATFORM_TELEGRAM_API_URL: fakePlatform.url,
    };
    const first = await startProgram(folder, [gatewayProgram], env);
    for (let bot = 1; bot <= COUNT; bot += 1) {
      const response = await fetch(`${first.url}/v1/channels/new`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({
          channel_id: `bot-${bot}`,
          platform: 'telegram',
          channel_type: 'PROMPT',
          target_chat_id: String(bot),
          credentials: { bot_token: `${100_000_000 + bot}:a-token-for-measuring` },
        }),
      });
      if (!response.ok) throw new Error(`The channel could not be registered: ${await response.text()}`);
    }
    await first.stop();
    const startedAt = performance.now();
    const gateway = await startProgram(folder, [gatewayProgram], env);
    while (fakePlatform.polling() < COUNT) {
      if (performance.now() - startedAt > MAX_CONNECT_MS)
        throw new Error(`Only ${fakePlatform.polling()} of ${COUNT} bots are polled.`);
      await delay(100);
    }
    const readyMs = performance.now() - startedAt;
    const cpu = await startCpu({ programs: [gateway], backends: async () => [] });
    await delay(REST_MS);
    const part = (await cpu()).programs / REST_MS;
    const memory = gateway.memory();
    await gateway.stop();
    return [
      {
        cells: [`${COUNT} bots`, shown(readyMs / 1000, 1, ' s'), shown(memory, 0, ' MiB'), shown(part * 100, 1, ' %')],
        figures: { readyMs, memoryMiB: memory, cpuOfCore: part },
      },
    ];
  },
};
