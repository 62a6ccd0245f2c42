import { startCpu } from '../cpu.js';
import { moment, openDatabase, type Database } from '../database.js';
import { createFixture } from '../fixture.js';
import { channelId } from '../names.js';
import { shown } from '../numbers.js';
import type { Line, Section } from '../section.js';
import { seed } from '../seed.js';

const ROUNDS = 12;
const COUNT = 2000;
const DAYS = 30;
/** What lists and statistics of prompts need beyond the indexes by state and by channel. */
const indexes = [
  'prompt_statistics_idx',
  'prompt_api_key_id_organization_id_num_idx',
  'prompt_answered_by_id_organization_id_num_idx',
] as const;
const variants = [null, ...indexes] as const;
const operations = ['create', 'answer'] as const;

export const writes: Section = {
  name: 'writes',
  about: 'CPU of the statements that write and answer a prompt, with all indexes and without one of them',
  seconds: 300,
  byDefault: false,
  engines: ['sqlite', 'postgresql'],
  head: ['statement', 'without the index', 'rows', 'CPU µs', 'CPU µs with it', 'ratio'],
  note: `Only the INSERT and the UPDATE of the table of prompts, in the process of the database, without a commit. ${ROUNDS} rounds of ${COUNT} rows each,
in turns, in a transaction that drops the index first and is rolled back. rows: this many prompts exist.`,
  async run({ setting, sizes }) {
    const lines: Line[] = [];
    for (const size of sizes) {
      const amounts = { prompts: size, messages: 0, deliveries: 0, days: DAYS };
      const fixture = await createFixture(setting, { rows: (address) => seed(address, amounts), hasCopy: false });
      const database = openDatabase(fixture.address);
      try {
        const spent = new Map(variants.map((variant) => [variant, { create: 0, answer: 0 }]));
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const index of variants.keys()) {
            const variant = variants[(index + round) % variants.length] ?? null;
            const { create, answer } = await roundOf(database, variant);
            const sum = spent.get(variant);
            if (sum) [sum.create, sum.answer] = [sum.create + create, sum.answer + answer];
          }
        }
        const each = (variant: (typeof variants)[number], operation: (typeof operations)[number]) =>
          ((spent.get(variant)?.[operation] ?? Number.NaN) * 1000) / (ROUNDS * COUNT);
        for (const operation of operations)
          for (const index of indexes) {
            const [own, all] = [each(index, operation), each(null, operation)];
            lines.push({
              cells: [operation, index, String(size), shown(own, 1), shown(all, 1), shown(all / own, 2)],
              figures: { [`${operation}.${index}.${size}.ratio`]: all / own },
            });
          }
      } finally {
        await database.close();
        await fixture.drop();
      }
    }
    return lines;
  },
};

class RolledBack extends Error {}

/** CPU milliseconds of writing and of answering `COUNT` prompts. Nothing is kept. */
async function roundOf(
  database: Database,
  dropped: string | null,
): Promise<Record<(typeof operations)[number], number>> {
  const isSqlite = database.engine === 'sqlite';
  const no = isSqlite ? '0' : 'false';
  const at = moment(database.engine, Date.now());
  const spent = { create: Number.NaN, answer: Number.NaN };
  const work = database.transaction(async (tx) => {
    if (dropped !== null) await tx.all(`DROP INDEX ${dropped}`);
    const [row] = await tx.all(
      isSqlite ? 'SELECT max(num) AS num FROM prompt' : 'SELECT max(num) AS num, pg_backend_pid() AS pid FROM prompt',
    );
    const first = Number(row?.['num']) + 1;
    const create = (num: number) =>
      tx.all(
        `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
           notify_on_expiry, nonce, message_id, state, created_at, expires_at, api_key_id)
         VALUES ('default', ?, '${channelId}', 'telegram', '5000000001', 'bot', 'Deploy version 2.4.0', '["Deploy","Not today"]', ${no},
           ${no}, 'A23456789B123456', 'm', 'pending', ?, ?, '00000000-0000-4000-8000-000000000003') RETURNING num`,
        [num, at, at],
      );
    const answer = (num: number) =>
      tx.all(
        `UPDATE prompt SET state = 'answered', answered_at = ?, answer_type = 'option', answer = 'Deploy', answered_by_id = ?,
           answered_by_username = 'ada', answered_by_name = 'Ada', close_due_at = ?
         WHERE organization_id = 'default' AND num = ? AND state = 'pending' RETURNING num`,
        [at, String(5_000_000_001 + (num % 20)), at, num],
      );
    const measured = async (write: (num: number) => Promise<unknown>) => {
      const pids = isSqlite ? [] : [Number(row?.['pid'])];
      const cpu = await startCpu({ programs: [{ pid: process.pid }], backends: async () => pids });
      for (let num = first; num < first + COUNT; num += 1) await write(num);
      const { programs, database: backend } = await cpu();
      return isSqlite ? programs : backend;
    };
    spent.create = await measured(create);
    spent.answer = await measured(answer);
    throw new RolledBack();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return spent;
}
