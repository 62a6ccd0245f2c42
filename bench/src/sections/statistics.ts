import { startCpu } from '../cpu.js';
import { createFixture, onServer } from '../fixture.js';
import { median, shown } from '../numbers.js';
import type { Line, Section } from '../section.js';
import { seed } from '../seed.js';
import { json } from '../shots.js';

const DAYS = 30;
const windows = ['24h', '7d', '30d'] as const;
/** A result is cached for its time zone, so each request asks for another one with the same offset. */
const zones = [
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/Rome',
  'Europe/Madrid',
  'Europe/Vienna',
  'Europe/Prague',
  'Europe/Oslo',
  'Europe/Warsaw',
  'Europe/Zurich',
] as const;

export const statistics: Section = {
  name: 'statistics',
  about: 'GET /v1/statistics/prompts of a day, a week and 30 days, at 10 k, 100 k and 1 M prompts',
  seconds: 240,
  byDefault: false,
  engines: ['sqlite', 'postgresql'],
  head: ['window', 'rows', 'median ms', 'CPU ms gateway', 'CPU ms database'],
  note: `rows: this many prompts over ${DAYS} days. Each request computes its result: ${zones.length} one after another, after one that is not measured.`,
  async run({ setting, sizes }) {
    const lines: Line[] = [];
    for (const size of sizes) {
      const amounts = { prompts: size, messages: 0, deliveries: 0, days: DAYS };
      const fixture = await createFixture(setting, { rows: (address) => seed(address, amounts), hasCopy: false });
      try {
        // As autovacuum leaves it: PostgreSQL then reads the index only.
        if (fixture.engine === 'postgresql') await onServer(fixture.address, 'VACUUM prompt');
        const gateway = await fixture.startGateway();
        for (const window of windows) {
          await timeOf(gateway.url, window, 'UTC');
          const cpu = await startCpu({ programs: [gateway], backends: () => fixture.backends(fixture.address) });
          const times: number[] = [];
          for (const zone of zones) times.push(await timeOf(gateway.url, window, zone));
          const { programs, database } = await cpu();
          const cells = [programs, database].map((ms) => ms / zones.length);
          lines.push({
            cells: [window, String(size), shown(median(times)), ...cells.map((ms) => shown(ms))],
            figures: { [`${window}.${size}.ms`]: median(times) },
          });
        }
        await gateway.stop();
      } finally {
        await fixture.drop();
      }
    }
    return lines;
  },
};

async function timeOf(url: string, window: string, zone: string): Promise<number> {
  const startedAt = performance.now();
  const query = new URLSearchParams({ window, time_zone: zone });
  const response = await fetch(`${url}/v1/statistics/prompts?${query.toString()}`, { headers: json });
  if (!response.ok) throw new Error(`The statistics answered ${response.status}: ${await response.text()}`);
  await response.json();
  return performance.now() - startedAt;
}
