import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startGatewayProcess } from './harness/gateway-process.js';
import { installationCommand } from './harness/installation-command.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-lost-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A data folder that a gateway has used, with generated secrets. */
async function usedFolder(): Promise<string> {
  const folder = await newFolder();
  const gateway = await startGatewayProcess({ DATA_DIR: folder });
  expect((await gateway.terminate()).code).toBe(0);
  return folder;
}

const database = (folder: string) => path.join(folder, 'gateway.db');
const secretsOf = (folder: string) =>
  ['encryption-key', 'callback-signing-secret'].map((name) => readFileSync(path.join(folder, name), 'utf8'));

const losses: [string, (folder: string) => void][] = [
  ['missing', (folder) => rmSync(database(folder))],
  ['empty', (folder) => truncateSync(database(folder), 0)],
];

describe('a missing database next to generated secrets', () => {
  it.each(losses)('stops the start instead of being replaced (%s)', async (_how, lose) => {
    const folder = await usedFolder();
    lose(folder);
    const refused = await startGatewayProcess({ DATA_DIR: folder }).catch((error: Error) => error.message);
    expect(refused).toContain(`The gateway cannot start: The database ${database(folder)} is missing or empty`);
    expect(refused).toContain('encryption-key and callback-signing-secret');
    expect(refused).toContain('NEW_DATABASE=true');
    expect(existsSync(database(folder)) && statSync(database(folder)).size > 0).toBe(false);
    const command = await installationCommand(['operator', 'list'], { DATA_DIR: folder });
    expect(command).toEqual({
      code: 1,
      output: `There is no database at ${database(folder)} yet: start the gateway first.`,
    });
    await expect(startGatewayProcess({ DATA_DIR: folder })).rejects.toThrow('is missing or empty');
  });

  it('is created with NEW_DATABASE=true and the same secrets, and the next start needs no setting', async () => {
    const folder = await usedFolder();
    const secrets = secretsOf(folder);
    rmSync(database(folder));
    const created = await startGatewayProcess({ DATA_DIR: folder, NEW_DATABASE: 'true' });
    expect((await fetch(`${created.url}/readyz`)).status).toBe(200);
    await created.kill();
    expect(secretsOf(folder)).toEqual(secrets);
    await startGatewayProcess({ DATA_DIR: folder });
  });

  it('is created when the secrets are removed too', { tags: ['slow'] }, async () => {
    const folder = await usedFolder();
    for (const name of ['gateway.db', 'encryption-key', 'callback-signing-secret']) rmSync(path.join(folder, name));
    await startGatewayProcess({ DATA_DIR: folder });
  });

  it('does not stop a gateway with DATABASE_URL', { tags: ['slow'] }, async () => {
    const folder = await usedFolder();
    rmSync(database(folder));
    const refused = await startGatewayProcess({
      DATA_DIR: folder,
      DATABASE_URL: 'postgresql://127.0.0.1:9/none',
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      CALLBACK_SIGNING_SECRET: 'a signing secret for tests',
    }).catch((error: Error) => error.message);
    expect(refused).toContain('ECONNREFUSED');
  });
});

describe('a database without its secrets', () => {
  it.each([
    ['encryption-key', 'ENCRYPTION_KEY', 'enter the credentials of all channels again'],
    ['callback-signing-secret', 'CALLBACK_SIGNING_SECRET', 'give it to all receivers of callbacks'],
  ])('stops the start when %s is missing, and gets no new one', async (name, setting, consequence) => {
    const folder = await usedFolder();
    const file = path.join(folder, name);
    const content = readFileSync(file, 'utf8');
    rmSync(file);
    const refused = await startGatewayProcess({ DATA_DIR: folder }).catch((error: Error) => error.message);
    expect(refused).toContain(`The gateway cannot start: ${file} is missing, but the database ${database(folder)}`);
    expect(refused).toContain(`set ${setting} to its content`);
    expect(refused).toContain(consequence);
    expect(existsSync(file)).toBe(false);
    const command = await installationCommand(['reseal'], { DATA_DIR: folder });
    expect(command).toEqual({ code: 1, output: expect.stringContaining(`${file} is missing: restore it`) });
    const gateway = await startGatewayProcess({ DATA_DIR: folder, [setting]: content });
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  });

  it('is named by gateway-server doctor, which fails', async () => {
    const folder = await usedFolder();
    rmSync(path.join(folder, 'encryption-key'));
    const { code, output } = await installationCommand(['doctor'], { DATA_DIR: folder, PORT: '0' });
    expect(output).toMatch(/failed +secrets +.*encryption-key is missing/);
    expect(code).toBe(1);
  });
});

describe('an empty database file', () => {
  const secrets = {
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    CALLBACK_SIGNING_SECRET: 'a signing secret for tests',
  };

  it('stops the start when both secrets come from the environment', async () => {
    const folder = await newFolder();
    writeFileSync(database(folder), '');
    const refused = await startGatewayProcess({ ...secrets, DATA_DIR: folder }).catch((error: Error) => error.message);
    expect(refused).toContain(`The gateway cannot start: The database ${database(folder)} is empty`);
    expect(statSync(database(folder)).size).toBe(0);
    const gateway = await startGatewayProcess({ ...secrets, DATA_DIR: folder, NEW_DATABASE: 'true' });
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  });
});

it.each(['gateway.db', 'encryption-key', 'callback-signing-secret', 'gateway.db-wal'])(
  'a first start that is killed when %s appears is followed by a working start',
  async (file) => {
    const folder = await newFolder();
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder },
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const closed = once(child, 'close');
    for (let seen = false; !seen; seen = existsSync(path.join(folder, file))) await nextTurn();
    child.kill('SIGKILL');
    await closed;
    const gateway = await startGatewayProcess({ DATA_DIR: folder });
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  },
);
