import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { listDeliveries, listReceivers } from '@gateway/contract';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { onCleanUp } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { ask, completeOnePrompt } from '../durability/prompts.js';

/** Writes a text again and again while the connection is open. */
function repeat(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.once('close', () => clearInterval(timer));
}

interface Misbehaviour {
  readonly act: (socket: Socket) => void;
  readonly error: RegExp;
}

/** What receivers do with a connection on which a callback arrives, and the error that is recorded for it. */
const misbehaviours: Record<string, Misbehaviour> = {
  'reads nothing': { act: (socket) => socket.pause(), error: /^No answer within 1000 ms\.$/ },
  hangs: { act: () => {}, error: /^No answer within 1000 ms\.$/ },
  'resets the connection': { act: (socket) => socket.resetAndDestroy(), error: /closed the connection/ },
  'closes the connection': { act: (socket) => socket.end(), error: /closed the connection/ },
  'drips the bytes of a header': {
    act: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      repeat(socket, 'a', 20);
    },
    error: /^No answer within 1000 ms\.$/,
  },
  'sends headers without end': {
    act: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      repeat(socket, 'X-More: and more\r\n'.repeat(200), 5);
    },
    error: /Headers Overflow|No answer within/,
  },
  'says 100 Continue without end': {
    act: (socket) => repeat(socket, 'HTTP/1.1 100 Continue\r\n\r\n', 20),
    error: /closed the connection|No answer within/,
  },
  'redirects to itself': {
    act: (socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: /callback\r\nContent-Length: 0\r\n\r\n'),
    error: /302/,
  },
  'does not speak HTTP': { act: (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), error: /does not match the HTTP/ },
};

/** A receiver that acts on the first bytes of each connection. */
async function rawReceiver(name: string, { act, error }: Misbehaviour) {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    socket.once('data', () => {
      requests += 1;
      act(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanUp(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { name, error, origin, url: `${origin}/callback`, open: () => sockets.size, requests: () => requests };
}

onEveryEngine((engine) => {
  it(
    'receivers that hang, reset, drip or redirect get one attempt each with the reason, and do not delay a healthy one',
    { tags: ['slow'] },
    async () => {
      const { telegram, env } = await startTelegram();
      const settings = { CALLBACK_TIMEOUT_MS: '1000', CALLBACK_RETRY_SCHEDULE: '3600' };
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env, ...settings } });
      const ada = telegram.addUser({ firstName: 'Ada' });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
      const receivers = await Promise.all(
        Object.entries(misbehaviours).map(([name, misbehaviour]) => rawReceiver(name, misbehaviour)),
      );
      for (const { url } of receivers) {
        const { message } = await ask(gateway, 'approvals', { callback_url: url });
        await telegram.press({ chat: ada, message, button: 'Yes' });
      }
      const receiver = await startReceiver();
      await completeOnePrompt(gateway, { telegram, channel: 'approvals', chat: ada, receiver });

      const attempted = async () =>
        (await gateway.call(listDeliveries, { query: { state: 'pending' } })).filter(
          ({ last_error }) => last_error !== null,
        );
      await until(async () => (await attempted()).length === receivers.length);
      const errors = new Map((await attempted()).map(({ url, last_error }) => [url, last_error]));
      for (const { name, url, error } of receivers) expect.soft(errors.get(url), name).toMatch(error);
      expect((await attempted()).map(({ attempt_count }) => attempt_count)).toEqual(receivers.map(() => 1));
      expect(receivers.map((each) => each.requests())).toEqual(receivers.map(() => 1));
      // A connection to a receiver that did not end it is closed.
      await until(() => receivers.every((each) => each.open() === 0));
      expect(await gateway.call(listReceivers, {})).toHaveLength(receivers.length);
    },
  );
});
