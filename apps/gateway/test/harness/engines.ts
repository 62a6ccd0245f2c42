import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from 'vitest';
import { acquireTestDatabase, copyTemplate, isPostgresAvailable } from '@gateway/store/testing';
import { onCleanUp } from './shared.js';

/** A database engine that tests run on. */
export interface Engine {
  readonly name: 'sqlite' | 'postgresql';
  /** Settings of an empty database. Gateways with the same settings share it. */
  empty(): Promise<Record<string, string>>;
}

/** Secrets that would otherwise be generated, so that several gateways can share a database. */
const shared = {
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  CALLBACK_SIGNING_SECRET: 'a signing secret for tests',
  // No balancer sends requests to these gateways.
  SHUTDOWN_DELAY_MS: '0',
};

export const sqlite: Engine = {
  name: 'sqlite',
  async empty() {
    const settings = await newFolder();
    await copyTemplate(settings.DATA_DIR);
    return settings;
  },
};

/** Settings of a gateway that was never started. */
export async function newFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-test-'));
  onCleanUp(() => rm(folder, { recursive: true, force: true }));
  return { ...shared, DATA_DIR: folder };
}

const postgresql: Engine = {
  name: 'postgresql',
  async empty() {
    const { url, release } = await acquireTestDatabase();
    onCleanUp(release);
    return { ...(await newFolder()), DATABASE_URL: url };
  },
};

const answers = await isPostgresAvailable();

/** Runs the tests on every engine; the quick tier on SQLite only. */
export function onEveryEngine(tests: (engine: Engine) => void): void {
  describe('on sqlite', () => tests(sqlite));
  describe.skipIf(!answers)('on postgresql', { tags: ['second-engine'] }, () => tests(postgresql));
}

/** Runs the tests on every engine in the quick tier too: the core of the product. */
export function onEveryEngineInBothTiers(tests: (engine: Engine) => void): void {
  describe('on sqlite', () => tests(sqlite));
  onPostgres(tests);
}

/** Runs tests that need a server, such as those of two instances on one database. */
export function onPostgres(tests: (engine: Engine) => void): void {
  describe.skipIf(!answers)('on postgresql', () => tests(postgresql));
}
