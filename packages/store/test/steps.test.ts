import { expect, test } from 'vitest';
import { runUnit, type Step } from '../src/sql/steps.js';
import { freshDatabase, onEveryEngine } from './engines.js';

const at = new Date('2026-03-04T05:06:07.089Z');

/** Inserts a lease, which expires when that of the step `after` does. */
const insert = (name: string, after?: string): Step => ({
  name,
  statement: after
    ? `INSERT INTO lease (name, holder, expires_at) SELECT ?, ?, ${after}.expires_at FROM ${after} RETURNING *`
    : 'INSERT INTO lease (name, holder, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING *',
  params: [`lease of ${name}`, 'me', ...(after ? [] : [at])],
});

onEveryEngine((engine) => {
  test('runs a step once the step that it names has returned a row, and returns the rows of all', async () => {
    const database = await freshDatabase(engine);
    const row = (name: string) => ({ name: `lease of ${name}`, holder: 'me', expiresAt: at });
    const extended = {
      name: 'extended',
      statement: `UPDATE lease SET expires_at = second.expires_at FROM second WHERE lease.name = ? RETURNING lease.*`,
      params: ['unknown'],
    };
    const steps = [insert('first'), insert('second', 'first'), extended, insert('third', 'extended')];
    const { first, second, ...others } = await runUnit<Record<string, object>>(database, steps);
    expect([first, second]).toEqual([row('first'), row('second')]);
    expect(others).toEqual({});
    // The first one returns no row now, so nothing follows.
    expect(await runUnit(database, steps)).toEqual({});
    expect(await database.sql.all('SELECT name FROM lease ORDER BY name')).toEqual([
      { name: 'lease of first' },
      { name: 'lease of second' },
    ]);
  });

  test('stores nothing when a step fails', async () => {
    const database = await freshDatabase(engine);
    const failing = { ...insert('second', 'first'), params: ['lease of first', 'me'] };
    await expect(runUnit(database, [insert('first'), failing])).rejects.toThrow('unique constraint failed');
    expect(await database.sql.all('SELECT name FROM lease')).toEqual([]);
  });
});
