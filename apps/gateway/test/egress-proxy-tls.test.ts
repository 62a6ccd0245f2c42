import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { createChannel, createPrompt, testChannel } from '@gateway/contract';
import { selfSigned, startTelegramSimulator } from '@gateway/simulators/telegram';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startConnectProxy } from './harness/connect-proxy.js';
import { startGatewayProcess } from './harness/gateway-process.js';

const HOST = 'telegram.test';
const own = selfSigned(HOST);

/** Telegram at an https address that only the proxy can reach, and a gateway that trusts its certificate or not. */
async function start(isTrusted: boolean) {
  const sim = await startTelegramSimulator();
  onTestFinished(() => sim.close());
  const ada = sim.addUser({ firstName: 'Ada' });
  const names: (string | false | null)[] = [];
  const secure = await startTls(sim.url, (socket) => names.push(socket.servername ?? null));
  const proxy = await startConnectProxy({ [HOST]: secure });
  const folder = await mkdtemp(join(tmpdir(), 'egress-tls-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const authority = join(folder, 'ca.pem');
  await writeFile(authority, own.certificate);
  const gateway = await startGatewayProcess({
    DATA_DIR: folder,
    PLATFORM_TELEGRAM_API_URL: `https://${HOST}`,
    HTTPS_PROXY: proxy.url,
    ...(isTrusted && { NODE_EXTRA_CA_CERTS: authority }),
  });
  await gateway.call(createChannel, {
    body: {
      channel_id: 'approvals',
      platform: 'telegram',
      target_chat_id: String(ada.id),
      channel_type: 'PROMPT',
      credentials: { bot_token: sim.token },
    },
  });
  return { sim, ada, proxy, gateway, names };
}

/** A server that ends TLS before `url`. Returns its address. */
async function startTls(url: string, onSocket: (socket: TLSSocket) => void): Promise<string> {
  const server = createServer({ cert: own.certificate, key: own.privateKey }, (socket) => {
    onSocket(socket);
    const remote = connect(Number(new URL(url).port), '127.0.0.1');
    socket.pipe(remote).pipe(socket);
    for (const side of [socket, remote]) {
      side.on('error', () => {});
      side.on('close', () => (socket.destroy(), remote.destroy()));
    }
  });
  server.on('tlsClientError', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('calls to an https address behind a proxy', () => {
  it('use TLS with the platform inside the tunnel', async () => {
    const { sim, ada, proxy, gateway, names } = await start(true);
    await gateway.call(createPrompt, { body: { channel_id: 'approvals', text: 'Ship it?', options: ['Yes', 'No'] } });
    expect(sim.messages({ chat: ada })).toHaveLength(1);
    expect(new Set(proxy.targets)).toEqual(new Set([`${HOST}:443`]));
    expect(new Set(names)).toEqual(new Set([HOST]));
  });

  it('fail when the certificate is not trusted, and nothing reaches the platform', async () => {
    const { sim, proxy, gateway } = await start(false);
    const { ok, problems } = await gateway.call(testChannel, { params: { id: 'approvals' } });
    expect([ok, problems.join()]).toEqual([false, expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT')]);
    expect(proxy.targets).toContain(`${HOST}:443`);
    expect(sim.calls()).toEqual([]);
  });
});
