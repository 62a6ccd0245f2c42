import { failed, ok, skipped, warning, type Check } from './check.js';

const name = 'database';
const clock = 'clock of the database';
/** Leases and expiry compare times of the gateway and the database. */
const MAX_DIFFERENCE_MS = 2000;

/** Reach, schema, a write, integrity, and the clock of a database server. */
export const database: Check = {
  name,
  timeoutMs: 25_000,
  async run({ store, storeProblem, config, now }) {
    if (store === null)
      return [
        failed(
          name,
          storeProblem ?? 'The database cannot be opened.',
          config.databaseUrl === null
            ? 'Check DATA_DIR, or restore a backup with gateway-server restore.'
            : 'Check DATABASE_URL, and that the server runs and accepts this user.',
        ),
      ];
    try {
      await store.probe('large');
      const before = now();
      const { engine, serverTime, migration, damages } = await store.examine();
      if (damages !== null && damages.length > 0)
        return [failed(name, `The database is damaged: ${damages[0]}.`, 'Stop the gateway and restore a backup.')];
      const where = engine === 'sqlite' ? 'The embedded database' : 'PostgreSQL';
      const found =
        damages === null
          ? skipped(`${name} integrity`, 'The database is too large to check while it serves requests.')
          : null;
      const results = [ok(name, `${where} accepts writes (migration ${migration}).`), ...(found ? [found] : [])];
      if (store.searchIndexProblem !== null)
        results.push(
          warning(
            name,
            'Searches read all texts, because the extension pg_trgm is missing.',
            'Run CREATE EXTENSION pg_trgm in the database as a superuser and restart.',
          ),
        );
      if (serverTime === null) return results;
      const difference = Math.abs(serverTime.getTime() - before);
      return [
        ...results,
        difference > MAX_DIFFERENCE_MS
          ? warning(
              clock,
              `The clocks of the gateway and the database differ by ${(difference / 1000).toFixed(1)} s.`,
              'Synchronize both with NTP.',
            )
          : ok(clock, 'The clocks of the gateway and the database agree.'),
      ];
    } catch (error) {
      return [
        failed(
          name,
          `The database does not accept writes: ${(error as Error).message}`,
          'Check the free space, the rights of the user, and whether the server is read-only.',
        ),
      ];
    }
  },
};
