import { connect } from 'node:net';

/**
 * Whether a PostgreSQL server lets a user in without a password. The protocol's first exchange, without a driver: this
 * runs before anything is installed.
 * @param {{ host?: string, port?: number, user: string, timeoutMs?: number }} server
 * @returns {Promise<boolean>}
 */
function trusts({ host = '127.0.0.1', port = 5432, user, timeoutMs = 2_000 }) {
  const body = Buffer.from(`\0\x03\0\0user\0${user}\0database\0postgres\0\0`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (/** @type {boolean} */ answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
    socket.once('connect', () => socket.write(Buffer.concat([length, body])));
    // "R", its length, and 0: authentication is done, no password was asked for.
    socket.once('data', (reply) => end(reply[0] === 0x52 && reply.length >= 9 && reply.readInt32BE(5) === 0));
  });
}

/**
 * Address of a PostgreSQL server for the tests: TEST_POSTGRES_URL, or one on this machine that asks for no password.
 * @param {{ env?: NodeJS.ProcessEnv, port?: number }} [options]
 * @returns {Promise<string | undefined>}
 */
export async function findPostgres({ env = process.env, port = 5432 } = {}) {
  if (env['TEST_POSTGRES_URL']) return env['TEST_POSTGRES_URL'];
  for (const user of ['postgres', 'root'])
    if (await trusts({ port, user })) return `postgresql://${user}@127.0.0.1:${port}/postgres`;
  return undefined;
}
