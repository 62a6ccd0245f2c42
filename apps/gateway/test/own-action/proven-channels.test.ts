import { describe, expect, it } from 'vitest';
import { startWhatsAppSimulator } from '@gateway/simulators/whatsapp';
import { startAsking } from '../api/asking.js';
import { configFile } from '../config-file/fixture.js';
import { onEveryEngine, sqlite, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { installationCommand } from '../harness/installation-command.js';
import { adminKey, makeKey, startKeyedGateway } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { onCleanUp } from '../harness/shared.js';

const keyed = { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey };
const bosses = [{ user_id: '1' }];

/** A WhatsApp channel without rules, whose app secret is not the one that signs. */
async function startMisconfigured(engine: Engine) {
  const sim = await startWhatsAppSimulator();
  onCleanUp(() => sim.close());
  const gateway = await startKeyedGateway({ engine, env: { PLATFORM_WHATSAPP_API_URL: sim.url } });
  const { waId: target } = sim.addPerson({ name: 'Ada' });
  const credentials = {
    access_token: sim.accessToken,
    phone_number_id: sim.phoneNumberId,
    app_secret: sim.appSecret,
    verify_token: sim.verifyToken,
  };
  const body = { channel_id: 'wa', platform: 'whatsapp', channel_type: 'PROMPT', target_chat_id: target };
  await gateway.request('POST', '/v1/channels/new', {
    body: { ...body, credentials: { ...credentials, app_secret: 'before' } },
  });
  await gateway.request('POST', '/v1/prompts/new', { body: { channel_id: 'wa', text: 'Ship it?', options: ['Yes'] } });
  await sim.setWebhook(`${gateway.url}/webhooks/default/whatsapp/wa`).catch(() => {});
  const state = async () => (await gateway.request('GET', '/v1/prompts/1')).json.state;
  const agent = await makeKey(gateway, { preset: 'agent' });
  const press = async () => await sim.press({ person: target, button: 'Yes' });
  return { gateway, agent, credentials, press, state };
}

onEveryEngine((engine) => {
  describe('a question that was asked before new credentials', () => {
    it('is answered through them if they were set with people:write', async () => {
      const { gateway, credentials, press, state } = await startMisconfigured(engine);
      const { app_secret } = credentials;
      await gateway.request('PATCH', '/v1/channels/wa', { body: { credentials: { app_secret } } });
      await press();
      expect(await state()).toBe('answered');
    });

    it('is not answered through them if an agent set them, until they are given again with people:write', async () => {
      const { gateway, agent, credentials, press, state } = await startMisconfigured(engine);
      const { app_secret } = credentials;
      expect((await agent.request('PATCH', '/v1/channels/wa', { credentials: { app_secret } })).status).toBe(200);
      await press();
      expect(await state()).toBe('pending');
      await gateway.request('PATCH', '/v1/channels/wa', { body: { credentials } });
      await press();
      expect(await state()).toBe('answered');
    });
  });

  it('a policy that names a channel and an agent who changes its credentials at the same time never both succeed', async () => {
    const { telegram, env } = await startTelegram();
    const gateway = await startKeyedGateway({ engine, env });
    const agent = await makeKey(gateway, { preset: 'agent' });
    const ada = telegram.addUser({ firstName: 'Ada' });
    const outcomes = [];
    for (let round = 0; round < 6; round += 1) {
      const id = `c${round}`;
      await registerChannel(gateway, telegram, { id, chat: ada });
      const policy = { policy_id: `p${round}`, name: 'Later', steps: [{ after_sec: 60, channels: [id] }] };
      const [made, changed] = await Promise.all([
        gateway.request('POST', '/v1/policies/new', { body: policy }),
        agent.request('PATCH', `/v1/channels/${id}`, { credentials: { bot_token: '42:of-the-agent' } }),
      ]);
      const { json } = await gateway.request('GET', `/v1/channels/${id}`);
      outcomes.push([made.status < 300, changed.status === 200, json.credentials_proven]);
    }
    for (const [made, changed, proven] of outcomes) {
      expect(made && changed).toBe(false);
      expect(proven).toBe(!changed);
    }
  });
});

it('an answer of an approver does not count in a chat that an agent chose, and counts in the console', async () => {
  const { telegram, gateway, ada, post, get } = await startAsking({ env: keyed });
  const agent = await makeKey(gateway, { preset: 'agent' });
  const owner = await setUpConsole(gateway);
  const approvers = [{ user_id: String(ada.id) }, { person: 'boss' }];
  const { json: session } = await owner.request('GET', '/console/session');
  await gateway.request('POST', '/v1/people/new', {
    body: { person_id: 'boss', name: 'Boss', operator_id: session.operator.id },
  });
  for (const more of [{}, { allow_text: true }])
    await post({ channel_id: 'approvals', text: 'Pay?', options: ['Yes'], approvers, ...more });
  const chosen = { target_chat_id: String(ada.id) };
  expect((await agent.request('PATCH', '/v1/channels/approvals', chosen)).status).toBe(200);
  const { notice } = await telegram.press({ chat: ada, user: ada, button: 'Yes' });
  expect(notice).toContain('count after an administrator has given the credentials of its channel again');
  expect(await get(1)).toMatchObject({ state: 'pending' });
  const refused = await gateway.request('GET', '/v1/audit?action=answer.refused');
  expect(refused.json).toMatchObject([{ actor: { id: `unproven:user:telegram:${ada.id}` } }]);
  const answer = { type: 'option', value: 'Yes' };
  expect((await owner.request('POST', '/v1/prompts/1/answer', answer)).status).toBe(200);

  await gateway.request('PATCH', '/v1/channels/approvals', { body: { credentials: { bot_token: telegram.token } } });
  telegram.writeText({ chat: ada, user: ada, text: 'ID:#2 Yes' });
  expect(await get(2, '?wait=10')).toMatchObject({ state: 'answered', decided_by: 'person' });
});

it('the record of a channel says who set its credentials last', async () => {
  const { telegram, gateway, ada } = await startAsking({ env: keyed });
  const agent = await makeKey(gateway, { preset: 'agent', name: 'Deployer' });
  const owner = await setUpConsole(gateway);
  const setBy = async (id: string) => {
    const { credentials_set_by, credentials_proven } = (await gateway.request('GET', `/v1/channels/${id}`)).json;
    return [credentials_set_by.kind, credentials_set_by.name, credentials_proven];
  };
  const credentials = { bot_token: telegram.token };
  const body = {
    channel_id: 'own',
    platform: 'telegram',
    channel_type: 'PROMPT',
    target_chat_id: String(ada.id),
    credentials,
  };
  await agent.request('POST', '/v1/channels/new', body);
  expect(await setBy('own')).toEqual(['key', 'Deployer', false]);
  const list = { approvers: bosses };
  expect((await owner.request('PATCH', '/v1/channels/own', list)).json.code).toBe('credentials_not_proven');
  // Not a change of the credentials or the chat.
  await owner.request('PATCH', '/v1/channels/own', { callback_url: 'https://agent.example/answers' });
  expect(await setBy('own')).toEqual(['key', 'Deployer', false]);
  expect((await owner.request('PATCH', '/v1/channels/own', { credentials, ...list })).status).toBe(200);
  expect(await setBy('own')).toEqual(['operator', 'Ada', true]);

  const writer = await makeKey(gateway, { scopes: ['channels:write', 'policies:write'] });
  await gateway.request('POST', '/v1/policies/new', { body: { policy_id: 'one', name: 'One' } });
  const ruled = await writer.request('POST', '/v1/channels/new', { ...body, channel_id: 'ruled', policy: 'one' });
  expect([ruled.status, ruled.json.code]).toEqual([400, 'credentials_not_proven']);

  const open = await startAsking();
  const { json } = await open.gateway.request('GET', '/v1/channels/approvals');
  expect(json).toMatchObject({ credentials_set_by: { kind: 'open', id: null, name: null }, credentials_proven: true });
});

it('a configuration file proves the channels that it declares, also one that an agent registered with the same values', async () => {
  const { telegram, env: platform } = await startTelegram();
  const env = { ...(await sqlite.empty()), ...platform, ...keyed, BOT_TOKEN: telegram.token };
  const gateway = await startTestGateway({ env });
  const agent = await makeKey(gateway, { preset: 'agent' });
  const channel = (id: string) => ({
    channel_id: id,
    platform: 'telegram',
    channel_type: 'PROMPT',
    target_chat_id: '-100200',
    credentials: { bot_token: telegram.token },
  });
  for (const id of ['same', 'elsewhere']) await agent.request('POST', '/v1/channels/new', channel(id));
  const declared = `
channels:
  - channel_id: same
    platform: telegram
    channel_type: PROMPT
    target_chat_id: "-100200"
    credentials: { bot_token: "\${BOT_TOKEN}" }
`;
  const apply = async (text: string) => await installationCommand(['apply', await configFile(text)], env);
  expect(await apply(declared)).toMatchObject({ code: 0, output: expect.stringContaining('credentials_proven') });
  expect((await gateway.request('GET', '/v1/channels/same')).json).toMatchObject({
    credentials_set_by: { kind: 'file', id: null, name: 'gateway.yaml' },
    credentials_proven: true,
  });
  expect((await apply(declared)).output).toContain('no changes');
  const named = await apply(`${declared}
policies:
  - { policy_id: later, name: Later, steps: [{ after_sec: 60, channels: [elsewhere] }] }
`);
  expect(named.code).not.toBe(0);
  expect(named.output).toContain('"elsewhere", whose credentials or chat were last set by a key without people:write');
});
