import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { setUpConsole, signInAs } from '../harness/operators.js';
import { startAsking } from './asking.js';

const PATH = '/v1/people/recent-accounts';

onEveryEngine((engine) => {
  it('the accounts that answered in the last 30 days are listed until they belong to a person', async () => {
    const clock = manualClock();
    const { gateway, telegram, ada, ask } = await startAsking({
      clock,
      engine,
      env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey },
    });
    const console = await setUpConsole(gateway);
    const list = () => console.request('GET', PATH);
    expect(await list()).toMatchObject({ status: 200, json: [] });
    await ask({ options: ['Yes'] });
    await telegram.press({ chat: ada, button: 'Yes' });
    const user = { platform: 'telegram', user_id: String(ada.id) };
    expect((await list()).json).toEqual([
      { ...user, name: 'Ada', username: 'ada', last_seen_at: expect.stringMatching(/Z$/) },
    ]);
    const person = { person_id: 'ada', name: 'Ada', identities: [user] };
    await gateway.request('POST', '/v1/people/new', { body: person });
    expect((await list()).json).toEqual([]);
    await gateway.request('DELETE', '/v1/people/ada');
    expect((await list()).json).toHaveLength(1);
    clock.advance(31 * 86_400_000);
    const later = await signInAs(gateway);
    expect((await later.request('GET', PATH)).json).toEqual([]);
  });

  it('no person has the id that is the address of the recent accounts', async () => {
    const { gateway } = await startAsking({ engine });
    const body = { person_id: 'recent-accounts', name: 'Ada' };
    expect(await gateway.request('POST', '/v1/people/new', { body })).toMatchObject({
      status: 400,
      json: { issues: [{ path: ['person_id'] }] },
    });
  });

  describe('the recent accounts', () => {
    it('do not have accounts of a channel that an agent registered, and tell a key nothing', async () => {
      const { gateway, telegram } = await startAsking({ engine, env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
      const console = await setUpConsole(gateway);
      const agent = await makeKey(gateway, { preset: 'agent' });
      const eve = telegram.addUser({ firstName: 'Ada Lovelace' });
      const registered = await agent.request('POST', '/v1/channels/new', {
        channel_id: 'of-agent',
        platform: 'telegram',
        target_chat_id: String(eve.id),
        channel_type: 'PROMPT',
        credentials: { bot_token: telegram.token },
      });
      expect(registered.status, registered.text).toBe(201);
      const asked = await agent.request('POST', '/v1/prompts/new', {
        channel_id: 'of-agent',
        text: 'Who am I?',
        options: ['Yes'],
      });
      expect(asked.status, asked.text).toBe(200);
      await telegram.press({ chat: eve, button: 'Yes' });
      expect((await gateway.request('GET', '/v1/prompts/1')).json.state).toBe('answered');
      expect(await console.request('GET', PATH)).toMatchObject({ status: 200, json: [] });
      // Also the key with all rights.
      expect((await gateway.request('GET', PATH)).status).toBe(403);
      const reader = await makeKey(gateway, { preset: 'readonly' });
      expect((await reader.request('GET', PATH)).status).toBe(403);
    });
  });
});
