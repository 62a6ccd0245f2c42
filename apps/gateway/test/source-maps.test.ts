import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { sqlite } from './harness/engines.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Loaded before the gateway, which then fails at a call in service.ts. */
const breakAddress = `import { Server } from 'node:net';
Server.prototype.address = () => { throw new Error('broken by the test'); };`;

it('prints stack traces of the built gateway with TypeScript files and lines', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(breakAddress)}`;
  const failure = promisify(execFile)(process.execPath, ['--import', preload, main], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', ...(await sqlite.empty()) },
  });
  await expect(failure).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /Error: broken by the test\n(.*\n)*.*apps\/gateway\/src\/service\/service\.ts:\d+:\d+/,
    ),
  });
});
