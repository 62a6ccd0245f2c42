import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../harness/free-port.js';
import { startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { root } from './blocks.js';

const command = path.join(root, 'scripts/cli.mjs');
const platforms = ['telegram', 'slack', 'discord', 'teams', 'gchat', 'whatsapp', 'messenger'] as const;

describe('npm run simulator', () => {
  const startsAndPrintsSettings = async (platform: string) => {
    // Another program may take a free port meanwhile, so only one test names its port.
    const given = platform === platforms[0] ? ['--port', String(await freePort())] : [];
    const simulator = spawn(process.execPath, [command, 'simulator', platform, ...given]);
    onTestFinished(() => void simulator.kill('SIGKILL'));
    let output = '';
    for (const stream of [simulator.stdout, simulator.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const ended = once(simulator, 'close');
    const channel = await until(() => {
      if (simulator.exitCode !== null) throw new Error(output);
      return /^ {2}(\{.*\})$/m.exec(output)?.[1];
    }, 60_000);
    const port = /listens at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
    expect(port).toEqual(given[1] ?? expect.stringMatching(/^\d+$/));
    const env = Object.fromEntries(
      [...output.matchAll(/^ {2}(PLATFORM_\w+)=(\S+)$/gm)].map(([, name, url]) => [name, url]),
    );

    const gateway = await startTestGateway({ env });
    const tested = await gateway.request('POST', '/v1/channels/test', { body: JSON.parse(channel) });
    expect(tested.json).toMatchObject({ ok: true, problems: [] });
    expect((await fetch(`http://127.0.0.1:${port}/control/calls`)).status).toBe(200);
    simulator.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  };
  const [first, ...others] = platforms;
  it.each([first])('starts %s and prints the settings that a gateway needs', startsAndPrintsSettings);
  it.each(others)(
    'starts %s and prints the settings that a gateway needs',
    { tags: ['slow'] },
    startsAndPrintsSettings,
  );

  it.each([[[]], [['matrix']], [['telegram', '--port', 'none']], [['telegram', '--loud']]])(
    'prints its usage for the arguments %j',
    { tags: ['slow'] },
    (args) => {
      const { status, stderr } = spawnSync(process.execPath, [command, 'simulator', ...args], { encoding: 'utf8' });
      expect(stderr).toContain(
        'npm run simulator -- <telegram|slack|discord|teams|gchat|whatsapp|messenger> [--port <number>]',
      );
      expect(status).toBe(1);
    },
  );
});
