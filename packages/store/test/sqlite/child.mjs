// Another process on a database file: child.mjs <file> hold | write. Prints `open`, then each acknowledged write.
import { writeSync } from 'node:fs';
import { createViteServer } from 'vitest/node';

const [file, mode] = process.argv.slice(2);
const say = (line) => writeSync(1, `${line}\n`);
const server = await createViteServer({
  configFile: false,
  logLevel: 'error',
  root: new URL('../..', import.meta.url).pathname,
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { openSqlite } = await server.ssrLoadModule('/src/engine/sqlite/open.ts');
const { readMigrations } = await server.ssrLoadModule('/src/migrations/files.ts');
const { insertInto } = await server.ssrLoadModule('/src/sql/insert.ts');

const { sql } = await openSqlite(file, { migrations: await readMigrations('sqlite') }).catch((error) => {
  say(`${error.name} ${error.message}`);
  process.exit(1);
});
say('open');
if (mode === 'hold') await new Promise(() => setInterval(() => {}, 60_000));
await Promise.all(Array.from({ length: 8 }, (_, client) => writeRepeatedly(client)));
process.exit(0);

/** Writes until it is killed, or until ten writes were rejected. */
async function writeRepeatedly(client) {
  for (let count = 0, refusals = 0; refusals < 10; count += 1) {
    const id = `${client}-${count}`;
    const row = {
      organizationId: 'default',
      id,
      channelId: 'c',
      direction: 'inbound',
      text: 'x'.repeat(2000),
      platform: 'any',
      createdAt: new Date(),
    };
    try {
      if (count % 2 === 0) await sql.run(...insertInto('message', row));
      else await sql.write((tx) => tx.run(...insertInto('message', row)));
      say(`stored ${id}`);
    } catch (error) {
      refusals += 1;
      say(`refused ${error.name}`);
    }
  }
}
