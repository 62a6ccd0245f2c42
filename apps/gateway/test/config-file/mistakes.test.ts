import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parseConfig } from '../../src/settings/config.js';
import { sqlite } from '../harness/engines.js';
import { startTestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';
import { configFile } from './fixture.js';

const channel = (more: string) =>
  `channels:\n  - channel_id: ops\n    platform: telegram\n    target_chat_id: "1"\n    channel_type: PROMPT\n${more}`;
const token = '    credentials: { bot_token: "1:a" }\n';

const mistakes: [name: string, file: string, told: string[]][] = [
  ['broken YAML', 'people: [\n  - a', ['gateway.yaml:2: The file is not valid YAML']],
  ['a name twice', 'people: []\npeople: []', ['gateway.yaml:2: The file is not valid YAML']],
  ['an unknown section', 'peopel: []', ['gateway.yaml:1: peopel is unknown (did you mean people?)']],
  [
    'several mistakes',
    'people:\n  - person_id: ada\n    nam: Ada\n  - person_id: a b\n    name: B',
    [
      'gateway.yaml:3: people.0.nam is unknown (did you mean name?)',
      'gateway.yaml:2: people.0.name is required',
      ':4: people.1.person_id',
    ],
  ],
  [
    'a missing variable',
    channel('    credentials:\n      bot_token: ${NO_SUCH_TOKEN}\n'),
    [':7: The variable NO_SUCH_TOKEN is not set'],
  ],
  [
    'an open variable',
    channel('    credentials:\n      bot_token: "${X"\n'),
    [':7: A text has a ${ without a closing }'],
  ],
  [
    'a missing credential',
    channel(''),
    [':2: channels.0.credentials.bot_token is refused: Telegram needs the credential bot_token'],
  ],
  [
    'a platform that is not loaded',
    channel(token).replace('telegram', 'telegraph'),
    [':3: channels.0.platform is refused: No adapter'],
  ],
  [
    'an unknown group',
    channel(`${token}    approvers:\n      - group: judges\n`),
    [':8: channels.0.approvers.0 names the group "judges"'],
  ],
  ['an unknown policy', channel(`${token}    policy: two\n`), [':7: channels.0.policy names the policy "two"']],
  [
    'an unknown person',
    'groups:\n  - group_id: g\n    name: G\n    members:\n      - eve',
    [':5: groups.0.members.0 names the person "eve"'],
  ],
  [
    'an id twice',
    'people:\n  - { person_id: a, name: A }\n  - { person_id: a, name: B }',
    [':3: people.1.person_id is that of people.0 already'],
  ],
  [
    'one identity of two people',
    'people:\n  - { person_id: a, name: A, identities: [{ platform: telegram, user_id: "7" }] }\n  - { person_id: b, name: B, identities: [{ platform: telegram, user_id: "7" }] }',
    [':3: people.1.identities.0 is an identity of the person "a" already'],
  ],
  [
    'a membership in the person',
    'people:\n  - person_id: a\n    name: A\n    groups: [g]',
    [':4: people.0.groups belongs to the groups'],
  ],
  ['a secret setting', 'settings:\n  ENCRYPTION_KEY: abc', [':2: settings.ENCRYPTION_KEY cannot be set in the file']],
  [
    'a wrong setting',
    'settings:\n  LOG_LEVEL: loud\n  LOG_FORMT: json',
    [':2: settings.LOG_LEVEL must be one of', ':3: settings.LOG_FORMT is unknown (did you mean LOG_FORMAT?)'],
  ],
];

it.each(mistakes)('a start with %s in the configuration file fails and names the line', async (_name, text, told) => {
  const env = { ...(await sqlite.empty()), CONFIG_FILE: await configFile(text) };
  const failed = await startTestGateway({ env }).then(
    () => 'started',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect(failed).toContain('ConfigError: gateway.yaml has');
  for (const sentence of told) expect(failed).toContain(sentence);
});

it('a configuration file with one mistake changes nothing', async () => {
  const file = await configFile('people: [{ person_id: ada, name: Ada }]');
  const env = { ...(await sqlite.empty()), CONFIG_FILE: file };
  const gateway = await startTestGateway({ env });
  await writeFile(file, 'people: [{ person_id: ada, name: Eve }, { person_id: bob }]');
  const { code, output } = await installationCommand(['apply'], env);
  expect([code, output]).toEqual([1, expect.stringContaining('people.1.name is required')]);
  expect((await gateway.request('GET', '/v1/people/ada')).json.name).toBe('Ada');
});

it('an error in the configuration file does not show the value of a variable', async () => {
  const text = 'people:\n  - { person_id: a, name: A, identities: [{ platform: "${SECRET}", user_id: "1" }] }';
  const env = { ...(await sqlite.empty()), CONFIG_FILE: await configFile(text), SECRET: 'hidden-platform' };
  const failed = await startTestGateway({ env }).catch((error: Error) => error.message);
  expect(failed).toContain('"${SECRET}"');
  expect(failed).not.toContain('hidden-platform');
});

it('settings of the environment win over those of the configuration file', async () => {
  const file = await configFile(
    'settings:\n  LOG_LEVEL: debug\n  PORT: 9999\n  TRUSTED_PROXIES: [127.0.0.1, 10.0.0.0/8]\n',
  );
  const config = parseConfig({ CONFIG_FILE: file, PORT: '1234', LOG_LEVEL: '' });
  expect(config).toMatchObject({ logLevel: 'debug', port: 1234, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
  expect(() => parseConfig({ CONFIG_FILE: `${file}.missing` })).toThrow('cannot be read (ENOENT)');
});
