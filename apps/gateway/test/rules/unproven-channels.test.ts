import { expect, it } from 'vitest';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { makeKey } from '../harness/keys.js';
import { startRuled } from './fixture.js';

/** With `own`: a channel on Ada's chat whose bot the agent chose. */
async function startWithOwn(engine: Engine) {
  const ruled = await startRuled(engine);
  const { agent, ada, telegram } = ruled;
  const own = {
    channel_id: 'own',
    platform: 'telegram',
    channel_type: 'PROMPT',
    target_chat_id: String(ada.id),
    credentials: { bot_token: telegram.token },
  };
  const made = await agent.request('POST', '/v1/channels/new', own);
  expect(made.status, made.text).toBe(201);
  return ruled;
}

const notAllowed = { status: 403, json: { code: 'channel_not_allowed' } };

onEveryEngine((engine) => {
  it('a rule cannot name a channel whose bot an agent chose, at its creation or later', async () => {
    const { owner, addRule, ada, telegram } = await startWithOwn(engine);
    const refused = { status: 400, json: { code: 'credentials_not_proven' } };
    const then = { channels: ['approvals', 'own'] };
    expect(await owner('POST', '/v1/rules/new', { rule_id: 'r', actions: ['*'], then })).toMatchObject(refused);
    await addRule();
    expect(await owner('PATCH', '/v1/rules/rule', { then })).toMatchObject(refused);
    const again = { credentials: { bot_token: telegram.token }, target_chat_id: String(ada.id) };
    expect((await owner('PATCH', '/v1/channels/own', again)).status).toBe(200);
    expect((await owner('PATCH', '/v1/rules/rule', { then })).status).toBe(200);
  });

  it('an agent cannot have a question of a rule asked in a channel of its own, also not as the second one', async () => {
    const { addRule, post, owner, atAda } = await startWithOwn(engine);
    await addRule();
    expect(await post({ channel_id: 'own' })).toMatchObject(notAllowed);
    expect(await post({ channel_id: undefined, channels: ['approvals', 'own'] })).toMatchObject(notAllowed);
    expect(await post({ channel_id: 'approvals', channels: ['approvals', 'own'] })).toMatchObject(notAllowed);
    expect(atAda()).toEqual([]);
    await owner('PATCH', '/v1/rules/rule', { actions: ['nothing'] });
    expect((await post({ channel_id: 'own' })).status).toBe(200);
  });

  it('a rule that fails to judge asks in proven channels only, also where it would allow', async () => {
    const { addRule, post } = await startWithOwn(engine);
    await addRule({ when: 'action.args.missing', then: { verdict: 'allow' } });
    expect(await post({ channel_id: 'own' })).toMatchObject(notAllowed);
  });

  it('the bot, the chat and the receiver of a channel that a rule names need people:write', async () => {
    const { gateway, addRule, agent, owner, telegram } = await startWithOwn(engine);
    const writer = await makeKey(gateway, { scopes: ['channels:write', 'policies:write'] });
    const changes = [
      { credentials: { bot_token: telegram.token } },
      { target_chat_id: '4242' },
      { callback_url: 'http://127.0.0.1:9/' },
    ];
    await addRule({ then: { channels: ['approvals'] } });
    for (const key of [agent, writer])
      for (const change of changes)
        expect(await key.request('PATCH', '/v1/channels/approvals', change), JSON.stringify(change)).toMatchObject({
          status: 403,
          json: { detail: expect.stringContaining('is named by a rule') },
        });
    await owner('DELETE', '/v1/rules/rule');
    expect((await agent.request('PATCH', '/v1/channels/approvals', changes[2])).status).toBe(200);
  });

  it('a press through a bot that the agent chose afterwards counts for nothing, although the rule names no one', async () => {
    const { addRule, post, agent, owner, press, recordOf, telegram } = await startRuled(engine);
    await addRule();
    await post();
    const swapped = await agent.request('PATCH', '/v1/channels/approvals', {
      credentials: { bot_token: telegram.token },
    });
    expect(swapped.status, swapped.text).toBe(200);
    await press('Approve');
    expect(await recordOf(1)).toMatchObject({ state: 'pending' });
    expect((await agent.request('GET', '/v1/channels/approvals')).json).toMatchObject({
      credentials_set_by: { kind: 'key' },
    });
    await owner('PATCH', '/v1/channels/approvals', { credentials: { bot_token: telegram.token } });
    await press('Approve');
    expect(await recordOf(1)).toMatchObject({ state: 'answered' });
  });
});
