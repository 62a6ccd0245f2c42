import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Fixture } from './fixture.js';

const cli = fileURLToPath(new URL('../../apps/gateway/dist/cli.js', import.meta.url));

/** Applies a configuration file named gateway.yaml to the running gateway. */
export async function applyFile({ data, platform }: Fixture, text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-managed-'));
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, text);
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: data, BOT_TOKEN: platform.token };
  await promisify(execFile)(process.execPath, [cli, 'apply', '--prune', file], { env });
  await rm(folder, { recursive: true });
}
