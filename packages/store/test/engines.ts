import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished } from 'vitest';
import { openDatabase, type Database, type OpenOptions } from '../src/open.js';
import {
  acquireTestDatabase,
  copyTemplate,
  createDatabase,
  isPostgresAvailable,
} from '../src/testing/test-database.js';

export interface Engine {
  name: 'sqlite' | 'postgresql';
  /** Options of an empty migrated database, which can be opened several times. */
  empty(): Promise<OpenOptions>;
  /** Options of a database without tables, dropped after the test: for tests of migrations and tests that change the schema. */
  bare(): Promise<OpenOptions>;
}

async function newFolder(): Promise<OpenOptions> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-store-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return { dataDir };
}

const sqlite: Engine = {
  name: 'sqlite',
  async empty() {
    const options = await newFolder();
    await copyTemplate(options.dataDir);
    return options;
  },
  bare: newFolder,
};

const postgresql: Engine = {
  name: 'postgresql',
  async empty() {
    const { url, release } = await acquireTestDatabase();
    onTestFinished(release);
    return { dataDir: tmpdir(), url };
  },
  async bare() {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    return { dataDir: tmpdir(), url };
  },
};

const answers = await isPostgresAvailable();

/** Runs the same tests on every supported database. */
export function onEveryEngine(tests: (engine: Engine) => void): void {
  describe('on sqlite', () => tests(sqlite));
  onPostgres(tests);
}

export function onPostgres(tests: (engine: Engine) => void): void {
  describe.skipIf(!answers)('on postgresql', () => tests(postgresql));
}

/** A new migrated database that is closed after the test. */
export async function freshDatabase(engine: Engine): Promise<Database> {
  const db = await openDatabase(await engine.empty());
  onTestFinished(() => db.close());
  return db;
}
