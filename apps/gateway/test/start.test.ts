import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newFolder, sqlite } from './harness/engines.js';
import { freePort } from './harness/free-port.js';
import { startGatewayProcess } from './harness/gateway-process.js';
import { until } from './harness/until.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Starts the built gateway with settings that must make the start fail. */
async function refusalOf(env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, lines: output.trim().split('\n') };
}

async function listening(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('a failed start exits with status 1 and one sentence', () => {
  it('when a setting is invalid', async () => {
    expect(await refusalOf({ ...(await sqlite.empty()), PORT: 'abc' })).toEqual({
      code: 1,
      lines: ['The gateway cannot start: PORT is "abc": it must be a whole number from 0 to 65535.'],
    });
  });

  it('when GATEWAY_API_KEY is too short, without showing it', async () => {
    const { code, lines } = await refusalOf({
      ...(await sqlite.empty()),
      USE_AUTH: 'true',
      GATEWAY_API_KEY: 'fifteen-letters',
    });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^The gateway cannot start: GATEWAY_API_KEY is not valid: .*at least 16/);
    expect(lines[0]).not.toContain('fifteen-letters');
  });

  it('when the port is in use', async () => {
    const port = await listening();
    expect(await refusalOf({ ...(await sqlite.empty()), PORT: String(port) })).toEqual({
      code: 1,
      lines: [
        `The gateway cannot start: Port ${port} is in use, perhaps by another gateway: stop that program, or set PORT to a free port.`,
      ],
    });
  });

  it('when HOST is not an address of this machine', async () => {
    const { code, lines } = await refusalOf({ ...(await sqlite.empty()), HOST: '192.0.2.1' });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain('HOST is "192.0.2.1"');
  });

  it('when another instance uses the data folder, and that instance keeps running', async () => {
    const env = await sqlite.empty();
    const first = await startGatewayProcess(env);
    const { code, lines } = await refusalOf({ ...env, PORT: String(await freePort()) });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(/^The gateway cannot start: .*(another|already|in use)/i);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it.each([true, false])('when DATA_DIR is a file (secrets set: %s)', async (given) => {
    const { DATA_DIR = '', ...secrets } = await sqlite.empty();
    const file = path.join(DATA_DIR, 'a-file');
    writeFileSync(file, '');
    const { code, lines } = await refusalOf({ ...(given ? secrets : {}), DATA_DIR: file });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain(`DATA_DIR is ${JSON.stringify(file)}`);
  });

  it('when the database server cannot be reached, without showing its password', async () => {
    const { code, lines } = await refusalOf({
      ...(await sqlite.empty()),
      DATABASE_URL: `postgresql://gateway:hunter-two@127.0.0.1:${await freePort()}/gateway`,
    });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(/^The gateway cannot start: /);
    expect(lines[0]).not.toContain('hunter-two');
  });

  it('when DATABASE_URL is set without ENCRYPTION_KEY', async () => {
    const { ENCRYPTION_KEY: _, ...env } = await sqlite.empty();
    const { code, lines } = await refusalOf({ ...env, DATABASE_URL: 'postgresql://127.0.0.1/gateway' });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(/ENCRYPTION_KEY .*must be set/);
  });
});

describe('a start', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'is ended with status 0 by %s before the gateway is ready',
    async (signal) => {
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      onTestFinished(() => void silent.close());
      const { port } = silent.address() as AddressInfo;
      const DATABASE_URL = `postgresql://gateway@127.0.0.1:${port}/gateway`;
      const child = spawn(process.execPath, [main], {
        env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', ...(await sqlite.empty()), DATABASE_URL },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      await once(silent, 'connection');
      child.kill(signal);
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(output).toBe(`Stopped by ${signal} before the gateway was ready\n`);
    },
  );

  it('prints the address, and warns when authentication is off', async () => {
    const gateway = await startGatewayProcess(await sqlite.empty());
    expect(gateway.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    // The log is written asynchronously and can follow the ready line.
    await until(() => gateway.output().includes('Authentication is off'));
    expect(gateway.output()).toMatch(
      /first one within 24 hours here: http:\/\/127\.0\.0\.1:\d+\/console\/setup#token=/,
    );
    expect((await gateway.terminate()).code).toBe(0);
  });

  it('names the file of a generated signing secret and not the secret', async () => {
    const { DATA_DIR } = await newFolder();
    const gateway = await startGatewayProcess({ DATA_DIR, LOG_LEVEL: 'debug' });
    const file = path.join(DATA_DIR, 'callback-signing-secret');
    await until(() => gateway.output().includes(`"file":"${file}"`));
    await gateway.terminate();
    const secret = readFileSync(file, 'utf8');
    expect(gateway.output()).not.toContain(secret.slice('whsec_'.length));
  });

  it('answers requests that arrive before it is ready', async () => {
    const port = await freePort();
    const starting = startGatewayProcess({ ...(await sqlite.empty()), PORT: String(port) });
    const first = await until(() =>
      fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(10_000) }).catch((error: Error) => {
        if (error.name === 'TimeoutError') throw error;
        return undefined;
      }),
    );
    expect(first.status).toBe(200);
    await starting;
  });

  it('with authentication prints no warning and no secret', async () => {
    const key = 'an admin key for tests';
    const env: Record<string, string> = {
      ...(await sqlite.empty()),
      USE_AUTH: 'true',
      GATEWAY_API_KEY: key,
      LOG_LEVEL: 'debug',
    };
    const gateway = await startGatewayProcess(env);
    expect((await fetch(`${gateway.url}/v1/prompts`, { headers: { 'x-api-key': key } })).status).toBe(200);
    await gateway.terminate();
    for (const secret of [key, env.ENCRYPTION_KEY, env.CALLBACK_SIGNING_SECRET])
      expect(gateway.output()).not.toContain(secret);
    expect(gateway.output()).not.toContain('Authentication is off');
  });
});
