import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../docs/blocks.js';
import { folderOf } from '../docs/programs.js';
import { freePort } from '../harness/free-port.js';
import { until } from '../harness/until.js';
import { startClient } from './asking.js';

const execute = promisify(execFile);
const slow = { tags: ['slow'] };
const ownClient = path.join(root, 'packages/client');

/** The path of a runtime, from `BUN_PATH` and the like, or the `PATH`. `npm test` says which is missing. */
const programOf = (runtime: string) => process.env[`${runtime.toUpperCase()}_PATH`] ?? runtime;
const isMissing = (runtime: string) => spawnSync(programOf(runtime), ['--version']).status !== 0;

/** A folder in which the client is installed as it is published. */
async function folderWithClient(files: Readonly<Record<string, string>>): Promise<string> {
  execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-b'], { cwd: ownClient });
  const folder = await folderOf({ 'package.json': '{ "type": "module" }', ...files });
  const installed = path.join(folder, 'node_modules/@gateway/client');
  for (const name of ['dist', 'package.json'])
    cpSync(path.join(ownClient, name), path.join(installed, name), { recursive: true });
  return folder;
}

const agent = (url: string) => `
import { Gateway, verifySignature } from '@gateway/client';
const gateway = new Gateway({ url: '${url}', channel: 'approvals' });
const genuine = await verifySignature({ body: '{}', headers: { 'x-signature': 'sha256=' + '0'.repeat(64) }, secret: 'secret' });
const outcome = await gateway.askHuman({ text: 'Deploy?', options: ['Yes', 'No'] }, { waitSec: 60 });
console.log(JSON.stringify([outcome.status, outcome.answer.value, genuine]));`;

const commands = {
  bun: ['run', 'agent.js'],
  deno: ['run', '--allow-net', '--node-modules-dir=manual', 'agent.js'],
} as const;

for (const [runtime, args] of Object.entries(commands))
  describe.skipIf(isMissing(runtime))('the packed client', () => {
    it(`asks, waits for the answer and verifies a signature in ${runtime}`, slow, async () => {
      const { gateway, press } = await startClient();
      const cwd = await folderWithClient({ 'agent.js': agent(gateway.url) });
      const running = execute(programOf(runtime), args, { cwd });
      await press('Yes');
      expect(JSON.parse((await running).stdout)).toEqual(['answered', 'Yes', false]);
    });
  });

const worker = (url: string) => `
import { Gateway, verifySignature } from './client/index.js';
export default {
  async fetch() {
    const gateway = new Gateway({ url: '${url}', channel: 'approvals' });
    const genuine = await verifySignature({ body: '{}', headers: { 'x-signature': 'sha256=' + '0'.repeat(64) }, secret: 'secret' });
    const outcome = await gateway.askHuman({ text: 'Deploy?', options: ['Yes', 'No'] }, { waitSec: 60 });
    return Response.json([outcome.status, outcome.answer.value, genuine]);
  },
};`;

function workerConfig(port: number, modules: readonly string[]): string {
  const listed = modules.map(
    (name) => `(name = "client/${name}", esModule = embed "node_modules/@gateway/client/dist/${name}")`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (compatibilityDate = "2026-01-01", modules = [
      (name = "worker", esModule = embed "worker.js"), ${listed.join(', ')}
    ])),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`;
}

describe.skipIf(isMissing('workerd'))('the packed client', () => {
  it('asks, waits for the answer and verifies a signature in workerd', slow, async () => {
    const { gateway, press } = await startClient();
    const port = await freePort();
    const modules = readdirSync(path.join(ownClient, 'dist'), { recursive: true, encoding: 'utf8' });
    const config = workerConfig(
      port,
      modules.filter((name) => name.endsWith('.js')),
    );
    const cwd = await folderWithClient({ 'worker.js': worker(gateway.url), 'config.capnp': config });
    const running = spawn(programOf('workerd'), ['serve', 'config.capnp'], { cwd, stdio: 'inherit' });
    onTestFinished(() => void running.kill('SIGKILL'));
    const reply = until(() => fetch(`http://127.0.0.1:${port}/`).catch(() => null), 60_000);
    await press('Yes');
    expect(await (await reply).json()).toEqual(['answered', 'Yes', false]);
  });
});
