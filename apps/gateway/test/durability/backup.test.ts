import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startGatewayProcess, type GatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { ask } from './prompts.js';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** The commands under "Backup and restore" in docs/operations.md. */
function recipe(): string {
  const section = readFileSync(path.join(repository, 'docs/operations.md'), 'utf8').split('## Backup and restore')[1];
  const commands = /```sh syntax\n([^]*?)```/.exec(section ?? '')?.[1];
  if (commands === undefined) throw new Error('The document has no commands for a backup.');
  return commands;
}

/** A folder with the parts of the repository that the commands use. */
async function newPlace(): Promise<string> {
  const place = await mkdtemp(path.join(tmpdir(), 'gateway-backup-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  symlinkSync(path.join(repository, 'packages'), path.join(place, 'packages'));
  return place;
}

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

it('the documented backup of a running and of a stopped gateway is complete, private and can be restored', async () => {
  const { telegram, env } = await startTelegram();
  const place = await newPlace();
  const gateway = await startGatewayProcess({ ...env, DATA_DIR: path.join(place, 'data') });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  for (let count = 0; count < 5; count += 1) await ask(gateway, 'approvals');

  const backUp = () => promisify(execFile)('sh', ['-c', `umask 022\n${recipe()}`], { cwd: place });
  await backUp();
  const [name = ''] = readdirSync(path.join(place, 'backup'));
  const backup = path.join(place, 'backup', name);
  const files = readdirSync(backup).toSorted();
  expect(files).toEqual(['callback-signing-secret', 'encryption-key', 'gateway.db']);
  expect([path.dirname(backup), backup].map(modeOf)).toEqual(['700', '700']);
  expect(files.map((file) => modeOf(path.join(backup, file)))).toEqual(['600', '600', '600']);

  const seen = await promptsOf(gateway);
  expect(seen).toHaveLength(5);
  await gateway.terminate();
  await rm(path.join(place, 'backup'), { recursive: true });
  await backUp();
  const [later = ''] = readdirSync(path.join(place, 'backup'));
  expect(readdirSync(path.join(place, 'backup', later)).toSorted()).toEqual(files);

  const restored = path.join(place, 'restored');
  mkdirSync(restored, { mode: 0o700 });
  for (const file of files) copyFileSync(path.join(place, 'backup', later, file), path.join(restored, file));
  const again = await startGatewayProcess({ ...env, DATA_DIR: restored });
  expect(await promptsOf(again)).toEqual(seen);
  await ask(again, 'approvals');
});

async function promptsOf({ url }: GatewayProcess): Promise<unknown[]> {
  return (await (await fetch(`${url}/v1/prompts`)).json()) as unknown[];
}
