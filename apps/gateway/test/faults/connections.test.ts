import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { onCleanUp } from '../harness/shared.js';
import { until } from '../harness/until.js';

const EACH = 100;
const unfinished = {
  nothing: '',
  'half a head': 'POST /v1/prompts/new HTTP/1.1\r\nHost: localhost\r\nContent-Ty',
  'half a body':
    'POST /v1/prompts/new HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"text":',
};

it('300 connections with unfinished requests do not stop others, and are closed', { tags: ['slow'] }, async () => {
  const { gateway, ask, get } = await startAsking();
  const { hostname, port } = new URL(gateway.url);
  const open = new Set<Socket>();
  const sent = Object.values(unfinished).flatMap((text) => Array.from({ length: EACH }, () => text));
  await Promise.all(
    sent.map(async (text) => {
      const socket = connect(Number(port), hostname);
      open.add(socket);
      onCleanUp(() => void socket.destroy());
      socket.on('error', () => {}).once('close', () => open.delete(socket));
      socket.resume();
      await once(socket, 'connect');
      socket.write(text);
    }),
  );
  expect(open.size).toBe(3 * EACH);
  for (let count = 0; count < 10; count += 1) expect((await get(await ask())).state).toBe('pending');
  expect(open.size).toBe(3 * EACH);
  await until(() => open.size === 0, 40_000);
  expect((await get(await ask())).state).toBe('pending');
});
