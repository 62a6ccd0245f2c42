import { cp, mkdtemp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_ORGANIZATION } from '@gateway/core';
import { inspectDatabase } from '../../src/index.js';
import { migrationsFolder } from '../../src/migrations/files.js';
import { openDatabase, type OpenOptions } from '../../src/open.js';
import { openStore } from '../../src/store.js';
import { onEveryEngine, type Engine } from '../engines.js';
import { firstMigration, firstReleaseRows } from './first-release.js';

const page = { limit: 10, before: null };

/** A folder with the first migration only. */
async function firstMigrations(engine: Engine['name']): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(migrationsFolder, engine, firstMigration), join(folder, engine, firstMigration), { recursive: true });
  return folder;
}

/** A database with the data of the first release. */
async function firstRelease(engine: Engine): Promise<OpenOptions> {
  const options = await engine.bare();
  const db = await openDatabase({ ...options, migrations: await firstMigrations(engine.name) });
  await db.sql.run('UPDATE organization SET prompt_seq = 3', []);
  for (const [table, row] of firstReleaseRows) {
    const names = Object.keys(row);
    const values = names.map((name) =>
      engine.name === 'postgresql' && ['options', 'message_ref', 'scopes'].includes(name) ? 'CAST(? AS JSONB)' : '?',
    );
    await db.sql.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`, Object.values(row));
  }
  await db.close();
  return options;
}

onEveryEngine((engine) => {
  test('all migrations keep what the first release stored', async () => {
    const { url, ...options } = await firstRelease(engine);
    const store = await openStore({ ...options, databaseUrl: url });
    onTestFinished(() => store.close());
    expect(await store.channels.list(DEFAULT_ORGANIZATION, {}, page)).toMatchObject(
      [
        { channelId: 'approvals', channelType: 'PROMPT', credentials: 'v1.sealed', revision: 3 },
        { channelId: 'chat', channelType: 'MESSAGE', callbackUrl: 'https://agent.example.com/answers' },
      ].toReversed(),
    );
    const prompts = await Promise.all([1, 2, 3].map((num) => store.prompts.get(DEFAULT_ORGANIZATION, num)));
    expect(prompts).toMatchObject([
      { state: 'answered', answer: 'Deploy', correlationId: 'release-1' },
      { state: 'pending', options: ['Deploy', 'Not today'], messageId: '102' },
      { state: 'expired', closedReason: 'cancelled' },
    ]);
    const messages = await store.messages.list(DEFAULT_ORGANIZATION, {}, page);
    expect(messages.map(({ id }) => id).toSorted()).toEqual(['msg_inbound', 'msg_outbound']);
    const deliveries = await Promise.all(
      ['evt_1', 'evt_2', 'evt_3'].map((id) => store.deliveries.get(DEFAULT_ORGANIZATION, id)),
    );
    expect(deliveries).toMatchObject([{ state: 'delivered' }, { state: 'pending' }, { state: 'dead' }]);
    expect(await store.keys.byHash('a hash')).toMatchObject({ id: 'key_1', scopes: ['prompts:write'] });
  });
});

const proofMigration = '20261123191823_credential_proof';

async function migrationsBefore(engine: Engine['name'], last: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of await readdir(join(migrationsFolder, engine)))
    if (name < last) await cp(join(migrationsFolder, engine, name), join(folder, engine, name), { recursive: true });
  return folder;
}

onEveryEngine((engine) => {
  test('channels with a list, a policy, a step, an owning file or only operators as authors stay proven, and no others', async () => {
    const options = await engine.bare();
    const db = await openDatabase({ ...options, migrations: await migrationsBefore(engine.name, proofMigration) });
    const at = '2026-01-01T00:00:00.000Z';
    const insert = async (table: string, row: Readonly<Record<string, string | number | boolean>>) => {
      const names = Object.keys(row);
      const isJson = (name: string) => engine.name === 'postgresql' && ['approvers', 'rules'].includes(name);
      const values = names.map((name) => (isJson(name) ? 'CAST(? AS JSONB)' : '?'));
      const time = (name: string) => engine.name === 'postgresql' && (name === 'at' || name.endsWith('_at'));
      const casts = values.map((value, index) => (time(names[index] ?? '') ? 'CAST(? AS timestamptz)' : value));
      const organized = { organization_id: DEFAULT_ORGANIZATION, ...row };
      await db.sql.run(
        `INSERT INTO ${table} (organization_id, ${names.join(', ')}) VALUES (?, ${casts.join(', ')})`,
        Object.values(organized),
      );
    };
    const channel = (id: string, more: Readonly<Record<string, string>> = {}) =>
      insert('channel', {
        channel_id: id,
        platform: 'telegram',
        target_chat_id: '1',
        channel_type: 'PROMPT',
        is_active: true,
        credentials: 'v1.sealed',
        account: 'a',
        created_at: at,
        updated_at: at,
        ...more,
      });
    const audit = (resource_id: string, action: string, actor_kind: string) =>
      insert('audit_entry', { at, actor_kind, action, resource_kind: 'channel', resource_id });
    await channel('listed', { approvers: '[{"user_id":"1"}]' });
    await channel('ruled', { policy_id: 'later' });
    for (const id of ['step', 'file', 'operator', 'key', 'mixed', 'unknown']) await channel(id);
    await insert('policy', {
      policy_id: 'later',
      name: 'Later',
      rules: '{"steps":[{"after_sec":5,"remind":true},{"after_sec":9,"channels":["x","step"]}]}',
      created_at: at,
      updated_at: at,
    });
    await insert('managed_record', { kind: 'channel', record_id: 'file', file: 'gateway.yaml', created_at: at });
    for (const id of ['operator', 'mixed']) await audit(id, 'channel.created', 'operator');
    await audit('key', 'channel.created', 'key');
    await audit('mixed', 'channel.updated', 'key');
    await db.close();

    const { url, ...rest } = options;
    const store = await openStore({ ...rest, databaseUrl: url });
    onTestFinished(() => store.close());
    const rows = await store.channels.list(DEFAULT_ORGANIZATION, {}, page);
    const proven = rows.filter(({ credentialsProven }) => credentialsProven).map(({ channelId }) => channelId);
    expect(proven.toSorted()).toEqual(['file', 'listed', 'operator', 'ruled', 'step']);
    expect(rows).toHaveLength(8);
    expect(rows[0]).toMatchObject({ credentialsSetBy: null, answersAfter: 0 });
  });
});

onEveryEngine((engine) => {
  test('a chat message that must be updated is still due after the upgrade, and no other', async () => {
    const options = await engine.bare();
    const migrations = await migrationsBefore(engine.name, '20261129020000_add_prompt_closing');
    const db = await openDatabase({ ...options, migrations });
    const at = new Date('2026-01-01T00:00:00.000Z');
    for (const [num, closeDueAt] of [
      [1, null],
      [2, at],
    ] as const) {
      await db.sql.run(
        `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
           notify_on_expiry, nonce, state, created_at, answered_at, close_due_at)
         VALUES (?, ?, 'ops', 'pigeon', '1', 'bot', 'Deploy?', '[]', ?, ?, 'n', 'answered', ?, ?, ?)`,
        [DEFAULT_ORGANIZATION, num, true, true, at, at, closeDueAt],
      );
    }
    await db.close();

    const { url, ...rest } = options;
    const store = await openStore({ ...rest, databaseUrl: url });
    onTestFinished(() => store.close());
    expect(await store.prompts.nextClosing(['pigeon'])).toEqual(at);
    const due = await store.prompts.claimClosings(new Date(), new Date(Date.now() + 60_000), 10, ['pigeon']);
    expect(due.map(({ prompt }) => prompt.num)).toEqual([2]);
  });
});

const sqlite: Engine = {
  name: 'sqlite',
  empty: () => sqlite.bare(),
  async bare() {
    const dataDir = await mkdtemp(join(tmpdir(), 'gateway-store-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    return { dataDir };
  },
};

const upgrade = async (options: OpenOptions) =>
  (await openDatabase({ ...options, backupBeforeMigration: true })).close();

test('an SQLite database is copied before its migrations and not otherwise', async () => {
  const options = await firstRelease(sqlite);
  const backups = join(options.dataDir, 'backups');
  await upgrade(options);
  const [name = '', ...others] = await readdir(backups);
  expect(others).toEqual([]);
  expect(name).toMatch(/^\d{8}T\d{6}Z-before-20261121094544_settings_audit_events\.db$/);
  const modes = await Promise.all(
    [backups, join(backups, name)].map(async (file) => ((await stat(file)).mode & 0o777).toString(8)),
  );
  expect(modes).toEqual(['700', '600']);
  expect(inspectDatabase(join(backups, name))).toEqual({ migrations: [firstMigration], damages: [] });
  await upgrade(options);
  expect((await readdir(backups)).filter((each) => each.endsWith('.db'))).toEqual([name]);
  const fresh = await sqlite.bare();
  await upgrade(fresh);
  expect(await readdir(fresh.dataDir)).not.toContain('backups');
});

test('of the copies before migrations the newest three are kept, and other files stay', async () => {
  const options = await firstRelease(sqlite);
  const backups = join(options.dataDir, 'backups');
  await mkdir(backups);
  const older = ['20250101', '20250102', '20250103'].map((day) => `${day}T000000Z-before-20240101000000_x.db`);
  for (const name of [...older, 'mine.db']) await writeFile(join(backups, name), 'older');
  await upgrade(options);
  const names = await readdir(backups);
  expect(names).toEqual(expect.arrayContaining([...older.slice(1), 'mine.db']));
  expect(names).not.toContain(older[0]);
});

test('an SQLite database is not migrated when its copy cannot be stored, unless that is allowed', async () => {
  const options = await firstRelease(sqlite);
  await writeFile(join(options.dataDir, 'backups'), 'a file');
  await expect(upgrade(options)).rejects.toThrow(
    /^The database must be migrated, but no backup .*BACKUP_BEFORE_MIGRATION=false/,
  );
  expect(inspectDatabase(join(options.dataDir, 'gateway.db')).migrations).toEqual([firstMigration]);
  await (await openDatabase(options)).close();
  expect(inspectDatabase(join(options.dataDir, 'gateway.db')).migrations.length).toBeGreaterThan(1);
});
