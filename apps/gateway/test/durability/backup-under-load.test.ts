import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { quickRetries, underLoad } from '../faults/under-load.js';
import { startTelegram, startTestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';
import { allPrompts } from './invariants.js';

type Prompts = Awaited<ReturnType<typeof allPrompts>>;

const byId = (prompts: Prompts) => new Map(prompts.map(({ id, text, state, answer }) => [id, { text, state, answer }]));

it(
  'a backup under load, restored, has all that was acknowledged before it, and nothing that did not happen',
  { tags: ['slow'], timeout: 120_000 },
  async () => {
    const { telegram, env } = await startTelegram();
    const place = await mkdtemp(path.join(tmpdir(), 'gateway-backup-load-'));
    onTestFinished(() => rm(place, { recursive: true, force: true }));
    const [DATA_DIR, file] = [path.join(place, 'data'), path.join(place, 'one.tar.gz')];
    const settings = { ...env, ...quickRetries };
    const gateway = await startTestGateway({ env: { ...settings, DATA_DIR } });
    let before: Prompts = [];
    await underLoad(gateway, telegram, async ({ more }) => {
      before = await allPrompts(gateway);
      const backup = installationCommand(['backup', '--out', file], { DATA_DIR });
      await more();
      expect(await backup).toMatchObject({ code: 0 });
      await more();
    });
    const last = byId(await allPrompts(gateway));
    await gateway.stop();

    const elsewhere = path.join(place, 'restored');
    expect(await installationCommand(['restore', file], { DATA_DIR: elsewhere })).toMatchObject({ code: 0 });
    const restored = await startTestGateway({ env: { ...settings, DATA_DIR: elsewhere } });
    const found = byId(await allPrompts(restored));
    expect(before.length).toBeGreaterThan(0);
    expect(last.size).toBeGreaterThan(found.size - 1);
    for (const [id, prompt] of byId(before)) {
      if (prompt.state === 'pending') expect(found.get(id)?.text).toBe(prompt.text);
      else expect(found.get(id)).toEqual(prompt);
    }
    for (const [id, prompt] of found) {
      expect(last.get(id)?.text).toBe(prompt.text);
      if (prompt.state === 'answered') expect(last.get(id)).toEqual(prompt);
    }
  },
);
