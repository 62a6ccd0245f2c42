import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { onEveryEngine, sqlite } from '../harness/engines.js';
import { startTelegram, startTestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';
import { complete, configFile } from './fixture.js';

const deny = `  - rule_id: no-deletes
    actions: ["*.delete"]
    then: { verdict: deny, reason: No one deletes. }
`;
const ask = `  - rule_id: deploys
    actions: [deploy]
    when: action.args.env == "prod"
    then:
      channels: [approvals]
      policy: two
      approvers: [{ person: ada }, { group: release }]
      title: "Deploy {{args.service}}"
      fields: [{ path: service, label: Service }, { path: diff, label: Diff, as: diff }]
      grants: { same: [service, env], max_sec: 3600 }
`;
const allow = `  - rule_id: reads
    actions: ["*.read"]
    then: { verdict: allow }
`;
const withRules = (...rules: string[]) => `${complete}rules:\n${rules.join('')}`;

async function started(engine = sqlite, text = withRules(deny, ask, allow)) {
  const { telegram } = await startTelegram();
  const file = await configFile(text);
  const env = {
    ...(await engine.empty()),
    PLATFORM_TELEGRAM_API_URL: telegram.url,
    BOT_TOKEN: telegram.token,
    CALLBACK_PASSWORD: 'a-hidden-password',
    CONFIG_FILE: file,
  };
  const gateway = await startTestGateway({ env });
  const rules = async (): Promise<Record<string, unknown>[]> => (await gateway.request('GET', '/v1/rules')).json;
  const places = async () => (await rules()).map(({ rule_id: id, position }) => `${String(id)} ${String(position)}`);
  const apply = async (next: string, ...flags: string[]) => {
    await writeFile(file, next);
    return await installationCommand(['apply', ...flags], env);
  };
  const addRule = (rule_id: string, more: object = {}) =>
    gateway.request('POST', '/v1/rules/new', { body: { rule_id, actions: [rule_id], then: {}, ...more } });
  return { env, gateway, rules, places, apply, addRule };
}

onEveryEngine((engine) => {
  it('the rules of a file come first, in its order, and another order changes no version', async () => {
    const { rules, places, apply, addRule } = await started(engine);
    await addRule('own');
    expect(await places()).toEqual(['no-deletes -1000', 'deploys -999', 'reads -998', 'own 10']);
    const [first, second] = await rules();
    expect(first).toMatchObject({ managed_by: 'gateway.yaml', then: { verdict: 'deny', reason: 'No one deletes.' } });
    expect(second).toMatchObject({
      when: 'action.args.env == "prod"',
      then: { verdict: 'ask', channels: ['approvals'], policy: 'two', fields: [{ as: 'text' }, { as: 'diff' }] },
    });

    const before = new Map((await rules()).map(({ rule_id: id, version }) => [id, version]));
    const dry = await apply(withRules(allow, ask, deny), '--dry-run');
    expect(dry).toEqual({
      code: 2,
      output: expect.stringContaining('~ rule reads\n    position: 3 → 1\n~ rule no-deletes\n    position: 1 → 3\n'),
    });
    expect((await apply(withRules(allow, ask, deny))).code).toBe(0);
    expect(await places()).toEqual(['reads -1000', 'deploys -999', 'no-deletes -998', 'own 10']);
    for (const { rule_id: id, version } of await rules()) expect([id, version]).toEqual([id, before.get(id)]);
    expect((await apply(withRules(allow, ask, deny))).output).toContain('no changes');
  });

  it('a changed rule has another version, and the others keep theirs', async () => {
    const { gateway, rules, apply } = await started(engine);
    const versions = async () => (await rules()).map(({ version }) => version as number);
    const before = await versions();
    const changed = allow.replace('verdict: allow', 'ttl_sec: 60').replace('"*.read"', '"*.read", list');
    const dry = await apply(withRules(deny, ask, changed), '--dry-run');
    expect(dry.output).toContain(
      '~ rule reads\n    actions: ["*.read"] → ["*.read","list"]\n    then.verdict: "allow" → "ask"\n    then.ttl_sec: null → 60\n',
    );
    await apply(withRules(deny, ask, changed));
    const after = await versions();
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after[2]).toBeGreaterThan(Math.max(...before));
    const audit = (await gateway.request('GET', '/v1/audit?resource_id=reads')).json;
    expect(audit[0]).toMatchObject({
      action: 'rule.updated',
      resource: { kind: 'rule', id: 'reads' },
      actor: { kind: 'system', name: 'gateway.yaml' },
      changes: expect.arrayContaining([{ field: 'verdict', before: 'allow', after: 'ask' }]),
    });
  });

  it('shows the standing approvals that a rule offers in a dry run and in an export', async () => {
    const { env, rules, apply } = await started(engine, withRules(ask));
    const grants = { max_sec: 3600, same: ['service', 'env'], max_uses: 50 };
    expect(await rules()).toEqual([expect.objectContaining({ then: expect.objectContaining({ grants }) })]);
    expect((await installationCommand(['export'], env)).output).toContain(
      '      grants:\n        max_sec: 3600\n        same:\n          - service\n          - env\n',
    );
    const changed = ask.replace('max_sec: 3600', 'max_sec: 600, max_uses: 5');
    const [line, ...others] = (await apply(withRules(changed), '--dry-run')).output.match(/^ +then.*$/gm) ?? [];
    expect([line?.trim(), others]).toEqual([
      'then.grants: {"max_sec":3600,"max_uses":50,"same":["service","env"]} → {"max_sec":600,"max_uses":5,"same":["service","env"]}',
      [],
    ]);
    expect((await apply(withRules(changed))).code).toBe(0);
    const { output } = await apply(withRules(ask.replace(/ +grants.*\n/, '')), '--dry-run');
    expect(output).toContain('then.grants: {"max_sec":600,"max_uses":5,"same":["service","env"]} → null\n');
  });

  it('takes over a rule of the API, releases it after all others, and deletes it with --prune', async () => {
    const { gateway, places, apply, addRule } = await started(engine, withRules(deny));
    await addRule('reads');
    await addRule('own');
    const dry = await apply(withRules(allow, deny), '--dry-run');
    expect(dry.output).toContain('~ rule reads\n    position: "after the file" → 1\n');
    await apply(withRules(allow, deny));
    expect(await places()).toEqual(['reads -1000', 'no-deletes -999', 'own 20']);
    for (const [method, path, body] of [
      ['PATCH', '/v1/rules/reads', { then: { verdict: 'deny' } }],
      ['DELETE', '/v1/rules/reads', undefined],
      ['POST', '/v1/rules/new', { rule_id: 'reads', actions: ['*'], then: {} }],
    ] as const)
      expect((await gateway.request(method, path, body && { body })).status).toBe(409);
    expect((await gateway.request('POST', '/v1/rules/order', { body: { rule_ids: ['own'] } })).status).toBe(200);
    expect(await places()).toEqual(['reads -1000', 'no-deletes -999', 'own 10']);

    expect((await apply(withRules(deny))).output).toContain('= rule reads: left the file');
    expect(await places()).toEqual(['no-deletes -1000', 'own 10', 'reads 20']);
    expect((await gateway.request('PATCH', '/v1/rules/reads', { body: { position: 5 } })).status).toBe(200);

    // A rule goes before the policy, the channels and the people that it names.
    await apply(withRules(deny, ask));
    const pruned = await apply(`rules:\n${deny}`, '--prune');
    expect(pruned.output).toContain('- rule deploys: left the file');
    expect(pruned.output).not.toContain('because the rule');
    expect(await places()).toEqual(['no-deletes -1000', 'reads 5', 'own 10']);
    expect((await gateway.request('GET', '/v1/people/ada')).status).toBe(404);
  });

  it('exports the rules in their order, and the exported file changes nothing', async () => {
    const { env, apply, addRule } = await started(engine);
    await addRule('own', { then: { title: 'Costs ${amount}' } });
    const { output } = await installationCommand(['export'], env);
    expect(output).toContain(
      'rules:\n  - rule_id: no-deletes\n    actions:\n      - "*.delete"\n    then:\n      verdict: deny\n      reason: No one deletes.\n',
    );
    const credentials = { CHANNEL_APPROVALS_BOT_TOKEN: env.BOT_TOKEN, CHANNEL_ESCALATION_BOT_TOKEN: env.BOT_TOKEN };
    const url = { CHANNEL_ESCALATION_CALLBACK_URL: 'https://agent:a-hidden-password@agent.example/answers' };
    const copy = { ...env, ...credentials, ...url, ...(await engine.empty()), CONFIG_FILE: await configFile(output) };
    await (await startTestGateway({ env: copy })).stop();
    expect((await installationCommand(['export'], copy)).output).toBe(output);
    Object.assign(env, credentials, url);
    expect((await apply(output, '--dry-run')).output).toContain('~ rule own\n    position: "after the file" → 4');
  });
});

it('rules of the file and of the API together are limited', async () => {
  const { apply, addRule } = await started(sqlite, withRules(deny));
  for (const id of ['a', 'b']) expect((await addRule(id)).status).toBe(201);
  const many = (count: number) =>
    Array.from({ length: count }, (_none, at) => `  - { rule_id: r${at}, actions: [x], then: {} }\n`);
  const over = await apply(withRules(...many(199)), '--prune');
  expect(over).toEqual({ code: 1, output: expect.stringContaining('rules would make 201 rules together with the 2') });
  expect((await apply(withRules(...many(201)))).output).toContain('rules must have at most 200 entries, and has 201');
  expect((await apply(withRules(...many(198)), '--prune')).code).toBe(0);
});

const line = complete.split('\n').length;
const mistakes: [name: string, rule: string, told: string][] = [
  [
    'a position that is not greater than those before',
    '    position: 3\n  - rule_id: second\n    actions: [x]\n    position: 3\n',
    `:${line + 6}: rules.1.position must be greater than those before`,
  ],
  ['an unknown field', '    wen: "true"\n', `:${line + 3}: rules.0.wen is unknown (did you mean when?)`],
  ['a bad condition', '    when: "action.args.x =="\n', `:${line + 3}: rules.0.when is refused: line 1, column 17: `],
  ['a name that is unknown', '    when: actoin.name == "x"\n', 'rules.0.when is refused: line 1, column 1: '],
  [
    'allow by the channel',
    '    when: channel_id == "a"\n    then: { verdict: allow }\n',
    'must not read channel_id where the verdict is allow',
  ],
  ['an unknown policy', '    then: { policy: x }\n', `:${line + 3}: rules.0.then.policy names the policy "x"`],
  ['an unknown person', '    then:\n      approvers: [{ person: eve }]\n', `:${line + 4}: rules.0.then.approvers.0`],
  [
    'an unknown channel',
    '    then:\n      channels: [x]\n',
    `:${line + 4}: rules.0.then.channels.0 names the channel "x"`,
  ],
  [
    'another policy than the channel has',
    '    then: { channels: [approvals], policy: one }\n',
    'rules.0.then.policy must be "two" or left out: the channel "approvals" prescribes that policy',
  ],
  [
    'standing approvals for any arguments',
    '    then:\n      grants: { max_sec: 3600, same: [] }\n',
    `:${line + 4}: rules.0.then.grants.same must name at least one argument`,
  ],
  [
    'standing approvals of a day',
    '    then:\n      grants: { max_sec: 86400, same: [env] }\n',
    `:${line + 4}: rules.0.then.grants.max_sec must be at most 28800`,
  ],
];

it.each(mistakes)('a rule with %s is a mistake of the file', async (_name, rule, told) => {
  const { gateway, apply } = await started(sqlite, complete);
  await gateway.request('POST', '/v1/policies/new', { body: { policy_id: 'one', name: 'One' } });
  const then = rule.includes('then:') ? '' : '    then: {}\n';
  const { code, output } = await apply(withRules(`  - rule_id: a\n    actions: ["*"]\n${rule}${then}`));
  expect([code, output]).toEqual([1, expect.stringContaining(told)]);
});

it('positions in the file that rise are taken, and the list is the order', async () => {
  const at = (rule: string, position: number) => rule.replace('    actions', `    position: ${position}\n    actions`);
  const { places, apply } = await started(sqlite, withRules(at(deny, 10), ask, at(allow, 20)));
  expect(await places()).toEqual(['no-deletes -1000', 'deploys -999', 'reads -998']);
  const again = await apply(withRules(at(deny, 1), ask, at(allow, 2)), '--dry-run');
  expect(again).toMatchObject({ code: 0, output: expect.not.stringContaining('position') });
});
