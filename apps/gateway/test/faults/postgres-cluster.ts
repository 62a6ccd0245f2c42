import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findProgram } from '../harness/find-program.js';
import { freePort } from '../harness/free-port.js';
import { onCleanUp } from '../harness/shared.js';
import { until } from '../harness/until.js';

/** Debian keeps the programs of the server in one folder a version; elsewhere they are on the PATH. */
const debian = '/usr/lib/postgresql';
const folders = [
  ...(existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, 'bin')) : []),
  ...(process.env['PATH'] ?? '').split(path.delimiter),
];
const programs = folders.findLast((folder) => existsSync(path.join(folder, 'initdb')));
const bouncer = findProgram('pgbouncer');

/** Whether there are the programs of a PostgreSQL server. `npm run test:slow` says so when there are none. */
export const hasServerPrograms = programs !== undefined && process.platform === 'linux';
/** Whether there is a `pgbouncer`. `npm run test:slow` says so when there is none. */
export const hasPgbouncer = hasServerPrograms && bouncer !== undefined;

/** Neither program runs as root. */
const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

function idOf(which: '-u' | '-g'): number {
  return hasServerPrograms ? Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })) : 0;
}

/** A PostgreSQL server of one test file. */
export interface PostgresCluster {
  /** Creates an empty database and returns its address. */
  createDatabase(): Promise<string>;
  /** Ends every process of the server at once, without a checkpoint, and starts it again. */
  restart(): Promise<void>;
  /** Stops every process of the server with SIGSTOP. */
  pause(): void;
  resume(): void;
  /** Takes every connection that is left, and ends those of others. */
  takeAllConnections(): Promise<{ release(): Promise<void> }>;
}

const MAX_CONNECTIONS = 40;

/** Starts a server that is removed after the tests. */
export async function startCluster(): Promise<PostgresCluster> {
  const folder = await ownFolder();
  const port = await freePort();
  const data = path.join(folder, 'data');
  const program = (name: string) => path.join(programs ?? '', name);
  execFileSync(
    program('initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--locale=C', '-E', 'UTF8'],
    {
      ...account,
      cwd: folder,
    },
  );
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    shared_buffers: '16MB',
    max_connections: MAX_CONNECTIONS,
    superuser_reserved_connections: 0,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess;
  const start = async () => {
    server = spawn(program('postgres'), ['-D', data, ...args], { ...account, cwd: folder, stdio: 'ignore' });
    await until(() => answers(url), 30_000);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const signalAll = (signal: NodeJS.Signals) => {
    const pid = server.pid ?? 0;
    server.kill(signal);
    for (const child of childrenOf(pid)) process.kill(child, signal);
  };
  await start();
  onCleanUp(async () => {
    signalAll('SIGCONT');
    await end('SIGQUIT');
  });
  let databases = 0;
  return {
    async createDatabase() {
      const name = `gateway_${(databases += 1)}`;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return url.replace(/postgres$/, name);
    },
    async restart() {
      await end('SIGQUIT');
      await start();
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    takeAllConnections: () => takeAllConnections(url),
  };
}

/** Starts a pgbouncer in transaction mode in front of a database. It ends with the test. */
export async function startPgbouncer(database: string): Promise<{ url: string; restart(): Promise<void> }> {
  const folder = await ownFolder();
  const port = await freePort();
  const target = new URL(database);
  const settings = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
postgres = host=${target.hostname} port=${target.port} dbname=${target.pathname.slice(1)} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
`,
  );
  let child: ChildProcess;
  const through = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const start = async () => {
    child = spawn(bouncer ?? '', [settings], { ...account, cwd: folder, stdio: 'ignore' });
    await until(() => answers(through), 20_000);
  };
  const end = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  onCleanUp(end);
  return {
    url: through,
    async restart() {
      await end();
      await start();
    },
  };
}

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-cluster-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  onCleanUp(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function childrenOf(pid: number): number[] {
  const output = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return output.split('\n').filter(Boolean).map(Number);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function takeAllConnections(url: string): Promise<{ release(): Promise<void> }> {
  const taken: pg.Client[] = [];
  const take = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'taker' });
    client.on('error', () => {});
    await client.connect();
    taken.push(client);
    return client;
  };
  const first = await take();
  // Until none is left for others: they may have connected again after theirs was ended.
  while (taken.length < MAX_CONNECTIONS) {
    await first.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> 'taker'",
    );
    await take().catch(() => {});
  }
  return {
    async release() {
      await Promise.all(taken.map((client) => client.end()));
    },
  };
}
