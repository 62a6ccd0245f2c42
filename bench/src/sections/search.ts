import { startCpu } from '../cpu.js';
import { createFixture } from '../fixture.js';
import { shown } from '../numbers.js';
import type { Line, Section } from '../section.js';
import { seed } from '../seed.js';
import { get } from '../shots.js';

const ROUND_MS = 5000;
const DAYS = 30;

const texts = [
  ['no hit', 'zeppelin'],
  ['one hit', '2.4.777 to'],
  ['two words', 'version 2.4.777'],
  ['a word in every text', 'deploy'],
  ['a number', '#777'],
] as const;

const addresses = [
  ['prompts', '/v1/prompts?state=all&limit=50&q='],
  ['messages', '/v1/messages?limit=50&q='],
  ['everything', '/v1/search?q='],
] as const;

export const search: Section = {
  name: 'search',
  about: 'q of prompts and messages, and GET /v1/search, at 10 k, 100 k and 1 M rows',
  seconds: 500,
  byDefault: false,
  engines: ['sqlite', 'postgresql'],
  head: ['request', 'text', 'rows', 'p50 ms', 'p95 ms', 'CPU ms gateway', 'CPU ms database'],
  note: `rows: this many prompts and messages each. One connection, ${ROUND_MS / 1000} s each. everything: GET /v1/search.`,
  async run({ setting, loader, sizes }) {
    const lines: Line[] = [];
    for (const size of sizes) {
      const amounts = { prompts: size, messages: size, deliveries: 0, days: DAYS };
      const fixture = await createFixture(setting, { rows: (address) => seed(address, amounts), hasCopy: false });
      try {
        const gateway = await fixture.startGateway();
        for (const [what, address] of addresses)
          for (const [kind, text] of texts) {
            const shot = get(address + encodeURIComponent(text));
            const cpu = await startCpu({ programs: [gateway], backends: () => fixture.backends(fixture.address) });
            const measured = await loader.run({
              kind: 'requests',
              url: gateway.url,
              shot,
              connections: 1,
              ms: ROUND_MS,
            });
            const { programs, database } = await cpu();
            const { p50, p95, count } = measured;
            lines.push({
              cells: [
                what,
                kind,
                String(size),
                shown(p50, 1),
                shown(p95, 1),
                shown(programs / count, 1),
                shown(database / count, 1),
              ],
              figures: { [`${what}.${kind}.${size}.p50Ms`]: p50, [`${what}.${kind}.${size}.p95Ms`]: p95 },
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
