import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listKeys } from '@gateway/contract';
import { startAsking, type Asking } from '../api/asking.js';
import { registerChannel, startTestGateway } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { alteredGateway } from './altered-gateway.js';
import { emptyFolder, program, run, start, type Finished } from './command.js';

interface Setup extends Asking {
  readonly file: string;
  readonly env: Record<string, string>;
  /** Runs init without a question. */
  init(...args: string[]): Promise<Finished>;
  profile(): { url: string; api_key?: string; channel?: string; key_expires_at?: string };
  /** The keys that the command made, with what their records say. */
  made(): Promise<
    { id: string; name: string; scopes: string[]; channels: string[] | null; revoked_at: string | null }[]
  >;
}

/** A gateway with keys and the channel `approvals`, and a home without a profile. */
async function startSetup(): Promise<Setup> {
  const asking = await startAsking({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
  const home = emptyFolder();
  const file = path.join(home, 'gateway/default.json');
  const env = { XDG_CONFIG_HOME: home, GATEWAY_URL: asking.gateway.url, GATEWAY_API_KEY: adminKey };
  return {
    ...asking,
    file,
    env,
    init: async (...args) => await run(['init', '--no-test', ...args], { env }),
    profile: () => JSON.parse(readFileSync(file, 'utf8')),
    made: async () =>
      (await asking.gateway.call(listKeys, { query: {} })).filter(({ name }) => !name.startsWith('Bootstrap')),
  };
}

const outputOf = ({ stdout, stderr }: Finished) => stdout + stderr;

describe('gateway init', () => {
  it('makes a key for the only channel, stores it, and waits for the first answer', async () => {
    const { telegram, ada, get, env, file, profile, made } = await startSetup();
    const running = start(['init', '--key-name', 'laptop'], { env });
    await until(async () => (await get(1)).state === 'pending');
    await telegram.press({ chat: ada, button: 'Yes' });
    const finished = await running.finished;
    expect(finished).toMatchObject({ code: 0, stdout: `Ready: ${file} asks on approvals.\n` });
    expect(finished.stderr).toContain('Press Yes in the chat.');
    expect(await made()).toMatchObject([
      { name: 'laptop', channels: ['approvals'], scopes: expect.arrayContaining(['prompts:write']) },
    ]);
    expect((await made())[0]?.scopes).not.toContain('keys:write');
    expect(profile()).toEqual({
      url: env['GATEWAY_URL'],
      channel: 'approvals',
      api_key: expect.stringMatching(/^gw_/),
    });
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(outputOf(finished)).not.toContain(profile().api_key);
    expect(outputOf(finished)).not.toContain(adminKey);
    const own = { XDG_CONFIG_HOME: env['XDG_CONFIG_HOME'] ?? '' };
    expect(await run(['ask', 'Deploy?', '--option', 'Yes', '--no-wait'], { env: own })).toMatchObject({
      code: 0,
      stdout: '#2\n',
    });
    expect(await run(['keys', 'create', 'more'], { env: own })).toMatchObject({ code: 4 });
  });

  it('changes nothing when it is repeated, with the administrative key and without it', async () => {
    const { init, env, file, profile, made } = await startSetup();
    expect(await init()).toMatchObject({ code: 0 });
    const before = [profile(), statSync(file).ino];
    const again = await init();
    expect(again).toMatchObject({ code: 0 });
    expect(again.stderr).toContain('no other is made');
    const own = { XDG_CONFIG_HOME: env['XDG_CONFIG_HOME'] ?? '' };
    expect(await run(['init', '--no-test'], { env: own })).toMatchObject({ code: 0 });
    expect([profile(), statSync(file).ino]).toEqual(before);
    expect(await made()).toHaveLength(1);
  });

  it('stores the key of the environment when it may ask and cannot make keys', async () => {
    const { env, gateway, profile, made } = await startSetup();
    const { key } = await makeKey(gateway, { preset: 'asker', channels: ['approvals'] });
    expect(await run(['init', '--no-test'], { env: { ...env, GATEWAY_API_KEY: key } })).toMatchObject({ code: 0 });
    expect(profile().api_key).toBe(key);
    expect(await made()).toHaveLength(1);
  });

  it('needs no key where the gateway needs none', async () => {
    const { gateway, ada, telegram, get } = await startAsking();
    const home = emptyFolder();
    const running = start(['init', '--json'], { env: { XDG_CONFIG_HOME: home, GATEWAY_URL: gateway.url } });
    await until(async () => (await get(1)).state === 'pending');
    await telegram.press({ chat: ada, button: 'Yes' });
    const file = path.join(home, 'gateway/default.json');
    expect(await running.finished).toMatchObject({
      code: 0,
      json: { url: gateway.url, file, channel: 'approvals', key_id: null, answered: true },
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: gateway.url, channel: 'approvals' });
  });

  it('keeps the profile and exits with 3 when no answer comes, and cancels the question after SIGINT', async () => {
    const { env, get, profile } = await startSetup();
    expect(await run(['init', '--wait', '1'], { env })).toMatchObject({ code: 3, stdout: '' });
    expect(profile().channel).toBe('approvals');
    const running = start(['init'], { env });
    await running.prints('Press Yes');
    running.child.kill('SIGINT');
    expect(await running.finished).toMatchObject({ code: 130 });
    expect((await get(2)).closed_reason).toBe('cancelled');
  });

  it('names the channels when there are several and no terminal, and asks on the chosen one', async () => {
    const { init, gateway, telegram, profile, made } = await startSetup();
    const grace = telegram.addUser({ firstName: 'Grace', username: 'grace' });
    await registerChannel(gateway, telegram, { id: 'oncall', chat: grace });
    const refused = await init();
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toMatch(/Choose a channel by --channel: (approvals, oncall|oncall, approvals)\./);
    expect(await made()).toEqual([]);
    expect(await init('--channel', 'nowhere')).toMatchObject({ code: 2 });
    expect(await init('--channel', 'oncall')).toMatchObject({ code: 0 });
    expect(profile().channel).toBe('oncall');
    expect((await made())[0]?.channels).toEqual(['oncall']);
  });

  it('shows a list of channels in a terminal', async () => {
    const { env, gateway, telegram, profile } = await startSetup();
    const grace = telegram.addUser({ firstName: 'Grace', username: 'grace' });
    await registerChannel(gateway, telegram, { id: 'oncall', chat: grace });
    // script runs the command in a terminal of its own.
    const command = `'${process.execPath}' '${program}' init --no-test`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], { env: { PATH: process.env.PATH ?? '', ...env } });
    const closed = once(terminal, 'close');
    let shown = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    await until(() => shown.includes('Number of the channel'));
    const number = /(\d) +oncall/.exec(shown)?.[1] ?? '';
    terminal.stdin.write(`9\r${number}\r`);
    await closed;
    expect(shown).toContain('The channel is oncall.');
    expect(profile().channel).toBe('oncall');
  });
});

describe('the profile of gateway init', () => {
  it('keeps the key of another user of the profile without --force', async () => {
    const { init, file, env, made, profile } = await startSetup();
    await run(['login'], { env, input: adminKey });
    const before = readFileSync(file, 'utf8');
    const refused = await init();
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('has another key or address');
    expect([readFileSync(file, 'utf8'), await made()]).toEqual([before, []]);
    expect(await init('--force')).toMatchObject({ code: 0 });
    expect(profile().api_key).toMatch(/^gw_/);
  });

  it('keeps the address of another gateway without --force', async () => {
    const { init, file, made, env } = await startSetup();
    const other = await startTestGateway();
    await run(['login', '--url', other.url], { env, input: '' });
    const before = readFileSync(file, 'utf8');
    expect(await init()).toMatchObject({ code: 2 });
    expect([readFileSync(file, 'utf8'), await made()]).toEqual([before, []]);
  });

  it('is refused before a key is made when other users can read it', async () => {
    const { init, file, made } = await startSetup();
    await init();
    chmodSync(file, 0o644);
    const refused = await init('--force');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('chmod 600') });
    expect(await made()).toHaveLength(1);
  });
});

describe('a key that gateway init made', () => {
  it('is revoked when the profile cannot be written', async () => {
    const { init, env, made } = await startSetup();
    symlinkSync('/proc/nothing/here', path.join(env['XDG_CONFIG_HOME'] ?? '', 'gateway'));
    const failed = await init();
    expect(failed.code).toBe(4);
    expect(failed.stderr).toContain('was revoked');
    expect(await made()).toMatchObject([{ revoked_at: expect.any(String) }]);
  });

  it('is revoked when the gateway does not accept it', async () => {
    const { gateway, env, made, file } = await startSetup();
    const url = await alteredGateway(gateway, {
      body: (text, at, method) =>
        method === 'POST' && at === '/v1/keys/new' ? text.replace(/gw_\w{20}/, 'gw_00000000_00000000000') : text,
    });
    const failed = await run(['init', '--no-test'], { env: { ...env, GATEWAY_URL: url } });
    expect(failed.code).not.toBe(0);
    expect(await made()).toMatchObject([{ revoked_at: expect.any(String) }]);
    expect(existsSync(file)).toBe(false);
  });

  it('ends at the given time, which the profile says', async () => {
    const { init, profile } = await startSetup();
    await init('--expires-at', '2099-01-01T00:00:00Z');
    expect(profile().key_expires_at).toBe('2099-01-01T00:00:00.000Z');
  });
});

describe('a hostile gateway', () => {
  it('cannot send control characters to the terminal by names of channels', async () => {
    const { gateway, env } = await startSetup();
    const evil = '\\u001b]0;owned\\u0007\\u009b2J';
    const url = await alteredGateway(gateway, {
      body: (text) =>
        text
          .replaceAll(/"(approvals|telegram)"/g, (_, word: string) => `"${word}${evil}"`)
          .replace(/"version":"/, `$&${evil}`),
    });
    for (const args of [
      ['init', '--no-test'],
      ['channels'],
      ['channels', '--json'],
      ['doctor'],
      ['doctor', '--json'],
    ]) {
      const finished = await run(args, { env: { ...env, GATEWAY_URL: url } });
      // oxlint-disable-next-line no-control-regex -- these must not be printed
      expect(outputOf(finished)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    }
  });

  it('cannot put a name that no channel has into the profile', async () => {
    const { gateway, env, file } = await startSetup();
    const url = await alteredGateway(gateway, {
      body: (text) => text.replaceAll('"approvals"', '"approvals; reboot"'),
    });
    const refused = await run(['init', '--no-test'], { env: { ...env, GATEWAY_URL: url } });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('has no PROMPT channel') });
    expect(existsSync(file)).toBe(false);
  });

  it('does not get the key of the profile of another address', async () => {
    const { gateway, init, env } = await startSetup();
    await init();
    const seen: string[] = [];
    const url = await alteredGateway(gateway, { refuse: (at) => (seen.push(at), false) });
    const own = { XDG_CONFIG_HOME: env['XDG_CONFIG_HOME'] ?? '' };
    const refused = await run(['init', '--no-test', '--url', url], { env: own });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a key') });
    expect(seen).toEqual(['/console/session']);
  });
});

it('gateway init refuses a server that is no gateway', async () => {
  const { gateway } = await startAsking();
  const url = await alteredGateway(gateway, { headers: { 'content-type': 'text/html' } });
  const refused = await run(['init', '--no-test'], { env: { GATEWAY_URL: url } });
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain('is this the gateway');
});
