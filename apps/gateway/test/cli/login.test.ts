import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { adminKey, startKeyedGateway } from '../harness/keys.js';
import { startTestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { emptyFolder, program, run } from './command.js';

const modeOf = (file: string) => statSync(file).mode & 0o777;

describe('gateway login', () => {
  it('stores the key in a file that only its owner can read, and the other commands use it', async () => {
    const gateway = await startKeyedGateway();
    const home = emptyFolder();
    const env = { XDG_CONFIG_HOME: home };
    const stored = await run(['login', '--url', `${gateway.url}/`, '--channel', 'approvals'], { env, input: adminKey });
    const file = path.join(home, 'gateway/default.json');
    expect(stored).toMatchObject({ code: 0, stdout: `Stored in ${file}.\n` });
    expect([modeOf(file), modeOf(path.dirname(file))]).toEqual([0o600, 0o700]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      url: gateway.url,
      api_key: adminKey,
      channel: 'approvals',
    });
    expect(await run(['channels'], { env })).toMatchObject({ code: 0 });
  });

  it('stores nothing when the gateway does not accept the key', async () => {
    const gateway = await startKeyedGateway();
    const home = emptyFolder();
    const args = ['login', '--url', gateway.url, '--profile', 'work'];
    const refused = await run(args, { env: { XDG_CONFIG_HOME: home }, input: 'a key that is not known' });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('does not accept this key');
    expect(refused.stderr).not.toContain('a key that is not known');
    expect(await run(['channels', '--profile', 'work'], { env: { XDG_CONFIG_HOME: home } })).toMatchObject({ code: 2 });
  });

  it('stores an address without a key for a gateway that needs none, and takes the place of the profile before', async () => {
    const gateway = await startTestGateway();
    const home = emptyFolder();
    for (const channel of ['one', 'two'])
      await run(['login', '--channel', channel], { env: { XDG_CONFIG_HOME: home, GATEWAY_URL: gateway.url } });
    expect(JSON.parse(readFileSync(path.join(home, 'gateway/default.json'), 'utf8'))).toEqual({
      url: gateway.url,
      channel: 'two',
    });
  });

  it('does not show the key that is typed', async () => {
    const gateway = await startKeyedGateway();
    const home = emptyFolder();
    // script runs the command in a terminal of its own.
    const command = `'${process.execPath}' '${program}' login --url ${gateway.url}`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], {
      env: { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: home },
    });
    const closed = once(terminal, 'close');
    let shown = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    await until(() => shown.includes('Key for'));
    terminal.stdin.write(`${adminKey}\r`);
    await closed;
    expect(shown).toContain('Stored in');
    expect(shown).not.toContain(adminKey);
  });
});

describe('a profile', () => {
  it('is refused when other users can read it', async () => {
    const gateway = await startKeyedGateway();
    const env = { XDG_CONFIG_HOME: emptyFolder() };
    await run(['login', '--url', gateway.url], { env, input: adminKey });
    chmodSync(path.join(env.XDG_CONFIG_HOME, 'gateway/default.json'), 0o640);
    const refused = await run(['channels'], { env });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('chmod 600');
  });

  it('gives its key to its own gateway only', async () => {
    const [gateway, other] = [await startKeyedGateway(), await startKeyedGateway()];
    const env = { XDG_CONFIG_HOME: emptyFolder() };
    await run(['login', '--url', gateway.url], { env, input: adminKey });
    expect(await run(['channels', '--url', gateway.url], { env })).toMatchObject({ code: 0 });
    expect(await run(['channels', '--url', other.url], { env })).toMatchObject({ code: 4 });
    expect(await run(['channels', '--url', other.url, '--api-key', adminKey], { env })).toMatchObject({ code: 0 });
  });
});
