import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openStore } from '@gateway/store';
import { onEveryEngine, sqlite } from '../harness/engines.js';
import { startTelegram, startTestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';
import { complete, configFile } from './fixture.js';

async function installation(engine = sqlite, text = complete) {
  const { telegram } = await startTelegram();
  const secrets = { BOT_TOKEN: telegram.token, CALLBACK_PASSWORD: 'a-hidden-password' };
  const file = await configFile(text);
  const env = { ...(await engine.empty()), PLATFORM_TELEGRAM_API_URL: telegram.url, ...secrets, CONFIG_FILE: file };
  return { env, file, secrets: Object.values(secrets) };
}

onEveryEngine((engine) => {
  it('applies the configuration file at start, and a second start changes nothing', async () => {
    const { env, secrets } = await installation(engine);
    const first = await startTestGateway({ env });
    const { json: channel } = await first.request('GET', '/v1/channels/approvals');
    expect(channel).toMatchObject({
      target_chat_id: '-100200',
      approvers: [{ group: 'release' }],
      policy: 'two',
      managed_by: 'gateway.yaml',
    });
    expect((await first.request('GET', '/v1/groups/release')).json).toMatchObject({
      members: expect.arrayContaining(['ada', 'grace']),
      managed_by: 'gateway.yaml',
    });
    expect((await first.request('GET', '/v1/policies/two')).json).toMatchObject({
      steps: [{ after_sec: 60, channels: ['escalation'] }],
    });
    expect((await first.request('GET', '/v1/people/ada')).json).toMatchObject({
      identities: [{ platform: 'telegram', user_id: '1001' }],
    });
    expect((await first.request('GET', '/v1/settings')).json).toMatchObject({ prompts_retention_days: 90 });
    await first.stop();

    const second = await startTestGateway({ env });
    expect(second.logLines.find((line) => line.includes('file is applied'))).toContain('"changes":0');
    expect((await second.request('GET', '/v1/channels/approvals')).json.updated_at).toBe(channel.updated_at);
    for (const secret of secrets) expect([...first.logLines, ...second.logLines].join('\n')).not.toContain(secret);
  });

  it('apply changes a running gateway, and --dry-run only shows the difference with the exit code 2', async () => {
    const { env, file, secrets } = await installation(engine);
    const gateway = await startTestGateway({ env });
    expect((await installationCommand(['apply', '--dry-run'], env)).code).toBe(0);

    const next = complete.replace('Ada Lovelace', 'Ada L.').replace('"-100200"', '"-100999"');
    await writeFile(file, next.replace('callback_url: https', 'callback_url: http'));
    const dry = await installationCommand(['apply', '--dry-run', file], env);
    expect(dry.code).toBe(2);
    expect(dry.output).toContain('~ person ada');
    expect(dry.output).toContain('name: "Ada Lovelace" → "Ada L."');
    expect(dry.output).toContain('target_chat_id: "-100200" → "-100999"');
    expect(dry.output).toContain('callback_url: changed');
    expect((await gateway.request('GET', '/v1/people/ada')).json.name).toBe('Ada Lovelace');

    const applied = await installationCommand(['apply', '--json'], env);
    expect(applied.code).toBe(0);
    expect(JSON.parse(applied.output).changes).toHaveLength(3);
    expect((await gateway.request('GET', '/v1/people/ada')).json.name).toBe('Ada L.');
    expect((await gateway.request('GET', '/v1/channels/approvals')).json.target_chat_id).toBe('-100999');
    const again = await installationCommand(['apply'], env);
    expect(again).toEqual({ code: 0, output: expect.stringContaining('no changes') });
    for (const secret of secrets) expect(dry.output + applied.output + again.output).not.toContain(secret);
  });

  it('a changed secret is applied and shown as changed, without its value', async () => {
    const { env } = await installation(engine);
    await (await startTestGateway({ env })).stop();
    const rotated = { ...env, CALLBACK_PASSWORD: 'the-next-password' };
    const dry = await installationCommand(['apply', '--dry-run'], rotated);
    expect(dry.output).toContain('~ channel escalation\n    callback_url: changed');
    expect(dry.output).not.toContain('password@');
    expect(dry.output).not.toContain('the-next-password');
    expect((await installationCommand(['apply'], rotated)).code).toBe(0);
    expect((await installationCommand(['apply', '--dry-run'], rotated)).code).toBe(0);
  });

  it('the API refuses to change what the file owns, and names the file', async () => {
    const { env } = await installation(engine);
    const gateway = await startTestGateway({ env });
    const refused = [
      ['PATCH', '/v1/channels/approvals', { target_chat_id: '5' }],
      ['DELETE', '/v1/channels/approvals'],
      ['PATCH', '/v1/people/ada', { name: 'Eve' }],
      ['DELETE', '/v1/people/ada'],
      ['PATCH', '/v1/groups/release', { members: [] }],
      ['DELETE', '/v1/groups/release'],
      ['PATCH', '/v1/policies/two', { approvals: 1 }],
      ['DELETE', '/v1/policies/two'],
      ['PATCH', '/v1/settings', { prompts_retention_days: 1 }],
      ['POST', '/v1/people/new', { person_id: 'eve', name: 'Eve', groups: ['release'] }],
    ] as const;
    for (const [method, path, body] of refused) {
      const { status, json } = await gateway.request(method, path, body && { body });
      expect([path, status, json.code, json.detail]).toEqual([
        path,
        409,
        'conflict',
        expect.stringContaining('gateway.yaml'),
      ]);
    }
    expect(
      (await gateway.request('POST', '/v1/people/new', { body: { person_id: 'eve', name: 'Eve' } })).json,
    ).not.toHaveProperty('managed_by');
    expect((await gateway.request('PATCH', '/v1/people/eve', { body: { name: 'Eva' } })).status).toBe(200);
    const joining = await gateway.request('PATCH', '/v1/people/eve', { body: { groups: ['release'] } });
    expect(joining.status).toBe(409);
  });

  it('a record that left the file is kept and free to change, and is deleted with --prune', async () => {
    const { env, file } = await installation(engine);
    const gateway = await startTestGateway({ env });
    const withoutGrace = complete.replace(/ {2}- \{ person_id: grace.*\n/, '').replace('[ada, grace]', '[ada]');
    await writeFile(file, withoutGrace);
    expect((await installationCommand(['apply'], env)).output).toContain('= person grace: left the file');
    expect((await gateway.request('PATCH', '/v1/people/grace', { body: { name: 'G. Hopper' } })).status).toBe(200);

    await writeFile(file, complete);
    await installationCommand(['apply'], env);
    await writeFile(file, `prune: true\n${withoutGrace}`);
    expect((await installationCommand(['apply'], env)).output).toContain('- person grace');
    expect((await gateway.request('GET', '/v1/people/grace')).status).toBe(404);

    await writeFile(file, 'people: [{ person_id: ada, name: Ada }]');
    const pruned = await installationCommand(['apply', '--prune'], env);
    expect(pruned.output).toContain('- channel approvals');
    expect((await gateway.request('GET', '/v1/channels/approvals')).json.is_active).toBe(false);
  });

  it('an exported file, applied to an empty installation, is exported again as the same file', async () => {
    const { env, secrets } = await installation(engine);
    await (await startTestGateway({ env })).stop();
    const { output: file } = await installationCommand(['export'], env);
    expect(file).toContain('${CHANNEL_APPROVALS_BOT_TOKEN}');
    for (const secret of secrets) expect(file).not.toContain(secret);

    const copy = {
      ...(await engine.empty()),
      PLATFORM_TELEGRAM_API_URL: env.PLATFORM_TELEGRAM_API_URL,
      CONFIG_FILE: await configFile(file),
      CHANNEL_APPROVALS_BOT_TOKEN: env.BOT_TOKEN,
      CHANNEL_ESCALATION_BOT_TOKEN: env.BOT_TOKEN,
      CHANNEL_ESCALATION_CALLBACK_URL: 'https://agent:a-hidden-password@agent.example/answers',
    };
    await (await startTestGateway({ env: copy })).stop();
    expect((await installationCommand(['export'], copy)).output).toBe(file);
    expect((await installationCommand(['apply', '--dry-run'], copy)).code).toBe(0);
    expect(await readFile(copy.CONFIG_FILE, 'utf8')).toBe(file);
  });

  it(
    'an identity and a group move from one person of the file to another, in both directions',
    { tags: ['slow'] },
    async () => {
      const { env, file } = await installation(engine);
      const gateway = await startTestGateway({ env });
      const identity = '    identities:\n      - { platform: telegram, user_id: "${ADA_ID:-1001}" }\n';
      const moved = complete
        .replace(identity, '')
        .replace(
          '{ person_id: grace, name: Grace }',
          '{ person_id: grace, name: Grace, identities: [{ platform: telegram, user_id: "1001" }] }',
        )
        .replace('[ada, grace]', '[grace]');
      const identitiesOf = async (id: string) => (await gateway.request('GET', `/v1/people/${id}`)).json.identities;
      const telegram = [{ platform: 'telegram', user_id: '1001' }];
      for (const [text, ada, grace] of [
        [moved, [], telegram],
        [complete, telegram, []],
      ] as const) {
        await writeFile(file, text);
        expect((await installationCommand(['apply'], env)).code).toBe(0);
        expect([await identitiesOf('ada'), await identitiesOf('grace')]).toEqual([ada, grace]);
        expect((await installationCommand(['apply', '--dry-run'], env)).code).toBe(0);
      }
    },
  );

  it(
    'a file is applied after another process crashed while applying one, once its lease is over',
    { tags: ['slow'] },
    async () => {
      const { env } = await installation(engine);
      const { CONFIG_FILE: file, ...settings } = env as Record<string, string>;
      await (await startTestGateway({ env: settings })).stop();
      const store = await openStore({
        databaseUrl: settings.DATABASE_URL,
        dataDir: settings.DATA_DIR ?? '',
        maintenance: true,
      });
      const at = Date.now();
      await store.leases.acquire('configuration file', 'a crashed process', new Date(at), new Date(at + 3000));
      await store.close();
      expect((await installationCommand(['apply', file ?? ''], settings)).code).toBe(0);
      expect(Date.now()).toBeGreaterThanOrEqual(at + 3000);
    },
  );

  it('commands that apply one file at the same time make each change once', async () => {
    const { env } = await installation(engine);
    const { CONFIG_FILE: file, ...settings } = env;
    await (await startTestGateway({ env: settings })).stop();
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => installationCommand(['apply', file ?? '', '--json'], settings)),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    const counts = outcomes.map(({ output }) => JSON.parse(output).changes.length as number);
    expect(counts.toSorted((left, right) => left - right)).toEqual([0, 0, 7]);
  });
});
