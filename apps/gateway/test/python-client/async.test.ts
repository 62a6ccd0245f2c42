import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '@gateway/simulators/telegram';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startConnectProxy } from '../harness/connect-proxy.js';
import { until } from '../harness/until.js';
import { hasPython, runClient, startPython } from './python.js';

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => (server.closeAllConnections(), void server.close()));
  return (server.address() as AddressInfo).port;
}

const pending = JSON.stringify({ id: '#1', state: 'pending' });

/** A server that takes requests and does not answer them. */
async function startSilent() {
  let open = 0;
  let requests = 0;
  const server = createServer(() => (requests += 1)).on('connection', (socket) => {
    open += 1;
    socket.on('close', () => (open -= 1)).on('error', () => {});
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, open: () => open, requests: () => requests };
}

const program = (url: string, statements: string) => `
import asyncio, json, signal, threading, time
from gateway_client import AsyncGateway

gateway = AsyncGateway(${JSON.stringify(url)}, retry_sec=0)

async def main():
${statements.trim().replaceAll(/^/gm, '    ')}

asyncio.run(main())`;

describe.skipIf(!hasPython)('AsyncGateway', () => {
  it('closes the connection of a task that is cancelled, and leaves no task and no thread', async () => {
    const { url, open, requests } = await startSilent();
    const started = startPython([
      '-c',
      program(
        url,
        `
waits = [asyncio.create_task(gateway.wait_for_answer("#1")), asyncio.create_task(gateway.listen().__anext__())]
interrupted = asyncio.Event()
asyncio.get_running_loop().add_signal_handler(signal.SIGINT, interrupted.set)
print("{}", flush=True)
await interrupted.wait()
begin = time.monotonic()
for wait in waits:
    wait.cancel()
results = await asyncio.gather(*waits, return_exceptions=True)
seconds = time.monotonic() - begin
await asyncio.sleep(0)
print(json.dumps({
    "results": [type(result).__name__ for result in results],
    "prompt": seconds < 1,
    "tasks": len(asyncio.all_tasks()),
    "threads": threading.active_count(),
}), flush=True)
await asyncio.sleep(60)`,
      ),
    ]);
    await until(() => started.output().includes('{}') && requests() === 2);
    started.interrupt();
    await until(() => started.output().includes('results'));
    expect(JSON.parse(started.output().slice(2))).toEqual({
      results: ['CancelledError', 'CancelledError'],
      prompt: true,
      tasks: 1,
      threads: 1,
    });
    await until(() => open() === 0);
  });

  it('ends a wait when the time of asyncio.wait_for is over', async () => {
    const { url, open } = await startSilent();
    const started = startPython([
      '-c',
      program(
        url,
        `
try:
    await asyncio.wait_for(gateway.ask_human("Deploy?", channel_id="c"), 0.5)
except asyncio.TimeoutError:
    print('"too late"', flush=True)`,
      ),
    ]);
    expect(await started.results()).toEqual(['too late']);
    expect(open()).toBe(0);
  });

  it('uses the proxy of HTTPS_PROXY, checks the certificate, and reads a body in chunks', async () => {
    const host = 'gateway.test';
    const own = selfSigned(host);
    const server = createTlsServer({ cert: own.certificate, key: own.privateKey }, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(pending.slice(0, 9));
      setTimeout(() => response.end(pending.slice(9)), 20);
    });
    const port = await listening(server);
    const proxy = await startConnectProxy({ [host]: `http://127.0.0.1:${port}` });
    const folder = await mkdtemp(join(tmpdir(), 'python-tls-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const authority = join(folder, 'ca.pem');
    await writeFile(authority, own.certificate);
    const statements = `
try:
    show(gateway.wait_for_answer("#1", wait_sec=0))
except GatewayConnectionError as error:
    show(str(error))`;
    const results = async (env: Readonly<Record<string, string>>) =>
      await runClient(`https://${host}`, statements, 'retry_sec=0', 'c', 'AsyncGateway', {
        HTTPS_PROXY: proxy.url,
        ...env,
      }).results();
    expect(await results({ SSL_CERT_FILE: authority })).toEqual([{ prompt_id: '#1', status: 'pending' }]);
    expect(await results({})).toEqual([expect.stringContaining('its certificate is not valid')]);
  });

  it('refuses a header with a line break, and sends nothing', async () => {
    const { url, requests } = await startSilent();
    const started = runClient(
      url,
      `
try:
    gateway.create_prompt("Deploy?", idempotency_key="a\\r\\nX-API-Key: other")
except ValueError as error:
    show(str(error))`,
      'retry_sec=0',
      'c',
      'AsyncGateway',
    );
    expect(await started.results()).toEqual(['A header or the address has a line break.']);
    expect(requests()).toBe(0);
  });
});
