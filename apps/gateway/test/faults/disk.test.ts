import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../harness/engines.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { startTelegram } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { canMount, onSmallDisk, readOnly } from './mounts.js';
import { quickRetries, underLoad } from './under-load.js';

const slow = { tags: ['slow'] };

const DISK_MB = 24;

/** Takes all space that is left. */
function fill(file: string): void {
  expect(() => writeFileSync(file, Buffer.alloc(DISK_MB << 20))).toThrow('ENOSPC');
}

describe.runIf(canMount)('a data folder', () => {
  it(
    'on a full disk loses nothing: callers get 503, the gateway is not ready, and it goes on when there is room',
    slow,
    async () => {
      const { telegram, env } = await startTelegram();
      const { DATA_DIR: folder, ...secrets } = await newFolder();
      const settings = { ...secrets, ...env, ...quickRetries, LEASE_MS: '1000', DATA_DIR: folder };
      const gateway = await startGatewayProcess(settings, onSmallDisk(folder, DISK_MB));
      const ready = async () => (await fetch(`${gateway.url}/readyz`)).status;
      // In the folder as the process sees it.
      const filler = path.join('/proc', String(gateway.pid), 'root', folder, 'filler');
      await underLoad(gateway, telegram, async ({ refused }) => {
        fill(filler);
        await refused();
        await until(async () => (await ready()) === 503);
        rmSync(filler);
        await until(async () => (await ready()) === 200);
      });
      expect(await gateway.terminate()).toMatchObject({ code: 0 });
    },
  );

  it('on a read-only file system stops the start with an error that names it', slow, async () => {
    const { DATA_DIR: folder, ...secrets } = await newFolder();
    const started = startGatewayProcess({ ...secrets, DATA_DIR: folder }, readOnly(folder));
    await expect(started).rejects.toThrow(
      /The gateway cannot start: DATA_DIR is .*, where no database can be stored \(EROFS\)/,
    );
  });
});
