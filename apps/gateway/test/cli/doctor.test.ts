import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { freePort } from '../harness/free-port.js';
import { registerChannel } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { onCleanUp, startOnce } from '../harness/shared.js';
import { alteredGateway } from './altered-gateway.js';
import { emptyFolder, run } from './command.js';
import { newDesk } from './host-settings.js';

const started = startOnce(async () => {
  const asking = await startAsking({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
  await registerChannel(asking.gateway, asking.telegram, {
    id: 'talk',
    chat: asking.ada,
    type: 'MESSAGE',
    callbackUrl: 'https://example.com/',
  });
  return asking;
});

/** Runs doctor without settings of hosts. */
async function doctor(env: Record<string, string>, ...args: string[]) {
  const desk = newDesk({ GATEWAY_URL: started().gateway.url, ...env });
  const finished = await desk.run('doctor', '--json', ...args);
  const checks: { name: string; state: string; text: string; advice: string | null }[] = finished.json.checks;
  return {
    ...finished,
    canAsk: finished.json.can_ask,
    of: (name: string) => checks.find((each) => each.name === name),
  };
}

async function newKey(rights: Parameters<typeof makeKey>[1]): Promise<string> {
  return (await makeKey(started().gateway, rights)).key;
}

describe('gateway doctor', () => {
  it('says that an agent can ask, in one line for each check', async () => {
    const { gateway } = started();
    const env = {
      GATEWAY_URL: gateway.url,
      GATEWAY_API_KEY: await newKey({ preset: 'asker', channels: ['approvals'] }),
      GATEWAY_CHANNEL: 'approvals',
    };
    const finished = await newDesk(env).run('doctor');
    expect(finished).toMatchObject({ code: 0, stderr: 'An agent can ask.\n' });
    const lines = finished.stdout
      .trim()
      .split('\n')
      .map((line) => line.replaceAll(/ {2,}/g, '  '));
    expect(lines).toEqual([
      `ok  address  ${gateway.url} is reached.`,
      expect.stringMatching(/^ok {2}version {2}The gateway has version \S+, the command \S+\.$/),
      'ok  clock  The clocks agree.',
      'ok  key  The key is accepted.',
      'ok  rights  The key may ask, wait for answers, read channels, send messages, read messages.',
      expect.stringMatching(/^ok {2}channel {2}approvals on telegram: (ok|unknown)\.$/),
      'skipped  hooks  Installed in no host: gateway hook install.',
      'skipped  mcp  Installed in no host: gateway mcp add.',
    ]);
    expect(finished.stdout).not.toContain(env.GATEWAY_API_KEY);
  });

  it('fails without a key, and with one that is not accepted', async () => {
    const none = await doctor({});
    expect([none.code, none.canAsk, none.of('key')?.text]).toEqual([
      4,
      false,
      'The gateway needs a key, and there is none.',
    ]);
    const wrong = await doctor({ GATEWAY_API_KEY: 'gw_wrong' });
    expect([wrong.code, wrong.of('key')]).toMatchObject([
      4,
      { state: 'failed', text: 'The gateway does not accept the key.' },
    ]);
    expect(wrong.stdout + wrong.stderr).not.toContain('gw_wrong');
  });

  it('names the rights that a key lacks, and fails when it may not ask', async () => {
    const readonly = await doctor({ GATEWAY_API_KEY: await newKey({ preset: 'readonly' }) }, '--channel', 'approvals');
    expect([readonly.code, readonly.of('rights')]).toMatchObject([
      4,
      { state: 'failed', text: expect.stringContaining('it may not ask, send messages') },
    ]);
    const hooks = await doctor(
      { GATEWAY_API_KEY: await newKey({ scopes: ['prompts:write'] }) },
      '--channel',
      'approvals',
    );
    expect([hooks.code, hooks.of('rights'), hooks.of('channel')]).toMatchObject([
      0,
      { state: 'warning' },
      { state: 'skipped', text: 'The key may not read channels.' },
    ]);
  });

  it.each([
    [['--channel', 'nowhere'], 4, 'failed', 'There is no channel nowhere'],
    [['--channel', 'talk'], 4, 'failed', 'talk is a MESSAGE channel'],
    [[], 0, 'warning', 'No channel is set'],
  ])('checks the channel of %j', async (args, code, state, text) => {
    const checked = await doctor({ GATEWAY_API_KEY: adminKey }, ...args);
    expect([checked.code, checked.of('channel')]).toMatchObject([code, { state, text: expect.stringContaining(text) }]);
  });

  it('fails when the channel is failing, and says why', async () => {
    const url = await alteredGateway(started().gateway, {
      body: (text) =>
        text.replace(
          /"health":\{"state":"\w+","detail":null/,
          '"health":{"state":"failing","detail":"The bot was removed."',
        ),
    });
    const env = { GATEWAY_URL: url, GATEWAY_API_KEY: adminKey, GATEWAY_CHANNEL: 'approvals' };
    const failing = await doctor(env);
    expect([failing.code, failing.of('channel')?.text]).toEqual([
      4,
      'approvals on telegram: failing: The bot was removed.',
    ]);
  });

  it('warns that the key ends soon, as the profile says', async () => {
    const env = { GATEWAY_URL: started().gateway.url, GATEWAY_API_KEY: adminKey, XDG_CONFIG_HOME: emptyFolder() };
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const init = ['init', '--no-test', '--channel', 'approvals', '--expires-at', soon];
    expect(await run(init, { env })).toMatchObject({ code: 0 });
    const warned = await doctor({ XDG_CONFIG_HOME: env.XDG_CONFIG_HOME });
    expect([warned.code, warned.of('key')]).toMatchObject([
      0,
      {
        state: 'warning',
        text: `The key is accepted until ${soon}.`,
        advice: expect.stringContaining('gateway init --force'),
      },
    ]);
  });

  it('warns of clocks whose difference makes signatures invalid', async () => {
    const at = (date: Date) => alteredGateway(started().gateway, { headers: { date: date.toUTCString() } });
    for (const minutes of [-7, 7]) {
      const url = await at(new Date(Date.now() + minutes * 60_000));
      const { of } = await doctor({ GATEWAY_URL: url, GATEWAY_API_KEY: adminKey });
      expect(of('clock')).toMatchObject({ state: 'warning', text: expect.stringMatching(/differ by 4[12]\d s/) });
    }
    const url = await at(new Date(Date.now() - 60_000));
    expect((await doctor({ GATEWAY_URL: url, GATEWAY_API_KEY: adminKey })).of('clock')).toMatchObject({ state: 'ok' });
  });

  it('warns of another version of the gateway', async () => {
    const url = await alteredGateway(started().gateway, {
      body: (text) => text.replace(/"version":"[^"]+"/, '"version":"99.0.0"'),
    });
    const { of } = await doctor({ GATEWAY_URL: url, GATEWAY_API_KEY: adminKey });
    expect(of('version')).toMatchObject({ state: 'warning', text: expect.stringContaining('99.0.0') });
  });
});

describe('an address that is not reached', () => {
  const page = startOnce(async () => {
    const server = createServer((request, response) => {
      const isOther = request.url === '/healthz' && request.headers['host']?.startsWith('localhost');
      response.writeHead(200, { 'content-type': isOther ? 'application/json' : 'text/html' }).end('{"status":"up"}');
    });
    server.listen(0);
    await once(server, 'listening');
    onCleanUp(() => server.close());
    return (server.address() as AddressInfo).port;
  });

  it.each([
    ['that refuses', async () => `http://127.0.0.1:${await freePort()}`, 'the connection was refused'],
    ['of an unknown host', async () => 'http://gateway.invalid', /host name (is unknown|cannot be resolved)/],
    ['of the page of a proxy', async () => `http://127.0.0.1:${page()}`, 'answered text/html instead of JSON'],
    ['of another server', async () => `http://localhost:${page()}`, 'is no gateway'],
  ])('fails for an address %s, with the reason', async (_of, address, reason) => {
    const { code, canAsk, of } = await doctor({ GATEWAY_URL: await address() });
    expect([code, canAsk]).toEqual([4, false]);
    expect(of('address')).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(reason),
      advice: expect.stringContaining('GATEWAY_URL'),
    });
    expect(of('key')).toBeUndefined();
  });
});

describe('settings of hosts', () => {
  it('are found where they are installed, with a warning without the command on the PATH', async () => {
    const desk = newDesk({ GATEWAY_URL: started().gateway.url, GATEWAY_API_KEY: adminKey, PATH: emptyFolder() });
    await desk.run('hook', 'install', 'claude-code');
    await desk.run('mcp', 'add', 'codex', '--scope', 'project');
    const broken = desk.write('.cursor/mcp.json', '{');
    const { stdout, code } = await desk.run('doctor');
    expect(code).toBe(0);
    expect(stdout).toMatch(`claude-code: installed in ${path.join(desk.home, '.claude/settings.json')}.`);
    expect(stdout).toMatch(`codex: installed in ${path.join(desk.project, '.codex/config.toml')}.`);
    expect(stdout).toMatch(`cursor: ${broken} cannot be read`);
    expect(stdout).toContain('Hosts find no command gateway on the PATH.');
  });

  it('are not looked at with a profile that other users can read', async () => {
    const desk = newDesk({
      XDG_CONFIG_HOME: emptyFolder(),
      GATEWAY_URL: started().gateway.url,
      GATEWAY_API_KEY: adminKey,
    });
    await desk.run('init', '--no-test', '--channel', 'approvals');
    const { stderr } = await desk.run('init', '--no-test', '--channel', 'approvals');
    const file = /(\S+default\.json)/.exec(stderr)?.[1] ?? '';
    chmodSync(file, 0o640);
    expect(await desk.run('doctor')).toMatchObject({ code: 2, stderr: expect.stringContaining(`chmod 600 '${file}'`) });
  });
});
