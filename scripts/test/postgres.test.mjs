import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { findPostgres } from '../lib/postgres.mjs';

/** @type {import('node:net').Server | undefined} */
let server;
afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

/**
 * A server that answers a start-up message as PostgreSQL does: "R", length, kind of authentication.
 * @type {(trusted: string, kind?: number) => Promise<number>}
 */
function serve(trusted, kind = 0) {
  return new Promise((resolve) => {
    server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (message) => {
        const reply = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, message.includes(`user\0${trusted}\0`) ? kind : 10]);
        socket.write(reply);
      });
    }).listen(0, '127.0.0.1', () => {
      const address = server?.address();
      resolve(address && typeof address === 'object' ? address.port : 0);
    });
  });
}

test('TEST_POSTGRES_URL is used unchanged', async () => {
  expect(await findPostgres({ env: { TEST_POSTGRES_URL: 'postgresql://there/db' } })).toBe('postgresql://there/db');
});

test.each(['postgres', 'root'])('a server that accepts %s without a password is found', async (user) => {
  const port = await serve(user);
  expect(await findPostgres({ env: {}, port })).toBe(`postgresql://${user}@127.0.0.1:${port}/postgres`);
});

test('a server that requires a password is not used', async () => {
  expect(await findPostgres({ env: {}, port: await serve('postgres', 3) })).toBeUndefined();
});

test('no address is returned without a server', async () => {
  const port = await serve('postgres');
  await new Promise((resolve) => server?.close(resolve));
  server = undefined;
  expect(await findPostgres({ env: {}, port })).toBeUndefined();
});
