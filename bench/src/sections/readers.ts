import { setTimeout as delay } from 'node:timers/promises';
import { startCpu } from '../cpu.js';
import { askedPresses, runEach } from '../event-runs.js';
import { shown } from '../numbers.js';
import type { Section } from '../section.js';
import { get } from '../shots.js';

const COUNT = 5000;
const REST_MS = 8000;

export const readers: Section = {
  name: 'readers',
  about: `${COUNT} readers that wait for one prompt: CPU at rest, memory, time until all have the answer`,
  seconds: 40,
  byDefault: true,
  engines: ['sqlite', 'postgresql'],
  head: ['', 'CPU of a core at rest', 'memory for each', 'all answered after'],
  note: `${COUNT} requests of GET /v1/prompts/{id}?wait=60 for one prompt. CPU: of the gateway and PostgreSQL's processes, over ${REST_MS / 1000} s in
which nothing happens. Then somebody presses; the time runs from the press to the last response.`,
  async run(bench) {
    const { fixture, loader } = bench;
    const gateway = await fixture.startGateway();
    const [press] = await askedPresses(bench, [gateway], 1);
    if (!press) throw new Error('No prompt was posted.');
    const memory = gateway.memory();
    await loader.run({ kind: 'hold', url: gateway.url, shot: get(`/v1/prompts/${press.key}?wait=60`), count: COUNT });
    await delay(2000);
    const cpu = await startCpu({ programs: [gateway], backends: () => fixture.backends(fixture.address) });
    await delay(REST_MS);
    const { programs, database } = await cpu();
    const each = ((gateway.memory() - memory) * 1024) / COUNT;
    const pressedAt = performance.now();
    await Promise.all([loader.run({ kind: 'release' }), runEach(bench, gateway, [press], true)]);
    const answeredMs = performance.now() - pressedAt;
    await gateway.stop();
    const part = (programs + database) / REST_MS;
    return [
      {
        cells: [`${COUNT} readers`, shown(part * 100, 1, ' %'), shown(each, 0, ' KiB'), shown(answeredMs, 0, ' ms')],
        figures: { cpuOfCore: part, memoryKiB: each, answeredMs },
      },
    ];
  },
};
