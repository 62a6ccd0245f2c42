import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, onTestFinished } from 'vitest';
import { lendDatabase, postgresAnswers } from '@gateway/store/testing';

/** A kind of database to run the same tests on. */
export interface Engine {
  readonly name: 'sqlite' | 'postgresql';
  /** Settings of a database without anything in it; gateways given the same ones share it. */
  empty(): Promise<Record<string, string>>;
}

/** Where several gateways share what one would generate. */
const shared = {
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  CALLBACK_SIGNING_SECRET: 'a signing secret for tests',
};

export const sqlite: Engine = {
  name: 'sqlite',
  async empty() {
    const folder = await mkdtemp(path.join(tmpdir(), 'gateway-test-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return { ...shared, DATA_DIR: folder };
  },
};

const postgresql: Engine = {
  name: 'postgresql',
  async empty() {
    const { url, giveBack } = await lendDatabase();
    onTestFinished(giveBack);
    return { ...shared, ...(await sqlite.empty()), DATABASE_URL: url };
  },
};

const answers = await postgresAnswers();

/** The same tests on every engine. The quick tier runs them on SQLite only. */
export function onEveryEngine(tests: (engine: Engine) => void): void {
  describe('on sqlite', () => tests(sqlite));
  describe.skipIf(!answers)('on postgresql', { tags: ['second-engine'] }, () => tests(postgresql));
}

/** The core of the product: the same tests on every engine, in the quick tier too. */
export function onEveryEngineInBothTiers(tests: (engine: Engine) => void): void {
  describe('on sqlite', () => tests(sqlite));
  onPostgres(tests);
}

/** What needs a server, such as two instances on one database. */
export function onPostgres(tests: (engine: Engine) => void): void {
  describe.skipIf(!answers)('on postgresql', () => tests(postgresql));
}
