import { describe, expect, it } from 'vitest';
import { createPrompt, getChannel, getPrompt, sendMessage, testChannel } from '@gateway/contract';
import { startMessenger, startWhatsApp } from '../harness/graph-apps.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

/** The platforms with the Graph API, each with its error text for a refused token. */
const platforms = [
  {
    name: 'Messenger',
    start: startMessenger,
    object: 'page',
    tokenField: 'page_access_token',
    refused: 'refuses the page access token',
    fix: 'Generate',
  },
  {
    name: 'WhatsApp',
    start: startWhatsApp,
    object: 'whatsapp_business_account',
    tokenField: 'access_token',
    refused: 'refuses the access token',
    fix: 'system user',
  },
];

describe.each(platforms)('a $name channel', ({ start, object, tokenField, refused, fix }) => {
  it('accepts a text answer by number and by native reply', async () => {
    const { sim, gateway, register, addressOf, addPerson, said } = await start();
    const { target } = addPerson('Ada');
    await register({ id: 'ops', target });
    await sim.setWebhook(addressOf('ops'));
    for (const text of ['Which day?', 'Which hour?']) {
      await gateway.call(createPrompt, { body: { channel_id: 'ops', text, allow_text: true } });
    }
    await sim.writeText({ person: target, text: 'ID:#1 Übermorgen 🙂' });
    await sim.writeText({ person: target, text: 'at nine', replyTo: said(target)[1]?.id ?? '' });
    expect(await gateway.call(getPrompt, { params: { id: '#1' } })).toMatchObject({
      state: 'answered',
      answer: 'Übermorgen 🙂',
    });
    expect(await gateway.call(getPrompt, { params: { id: '#2' } })).toMatchObject({
      state: 'answered',
      answer: 'at nine',
    });
  });

  it('forwards texts and sends messages, and keeps two people of one account apart', async () => {
    const { sim, gateway, register, addressOf, addPerson, said } = await start();
    const [forAda, forBob] = [await startReceiver(), await startReceiver()];
    const [ada, bob] = [addPerson('Ada').target, addPerson('Bob').target];
    await register({ id: 'ada', target: ada, callbackUrl: forAda.url });
    await register({ id: 'bob', target: bob, callbackUrl: forBob.url });
    await sim.setWebhook(addressOf('ada'));
    await sim.writeTexts(ada, ['first', 'second']);
    await sim.writeText({ person: bob, text: 'hello' });
    await sim.redeliver();
    expect((await forAda.waitFor(2)).map(({ json }) => [json.channel_id, json.text])).toEqual([
      ['ada', 'first'],
      ['ada', 'second'],
    ]);
    expect((await forBob.waitFor(1))[0]?.json).toMatchObject({ channel_id: 'bob', text: 'hello', sender: { id: bob } });
    const sent = await gateway.call(sendMessage, { body: { channel_id: 'bob', text: 'Good morning' } });
    expect(sent).toMatchObject({ status: 'sent', platform_message_id: said(bob).at(-1)?.id });
    expect(said(bob).filter(({ isOurs }) => isOurs)).toMatchObject([{ text: 'Good morning' }]);
    expect(forBob.received).toHaveLength(1);
  });

  it('shows refused credentials and how to replace them', async () => {
    const { gateway, register, addPerson } = await start();
    await register({ id: 'ops', target: addPerson('Ada').target, credentials: { [tokenField]: 'EAAwrong' } });
    const failing = await until(async () => {
      const channel = await gateway.call(getChannel, { params: { id: 'ops' } });
      return channel.health.state === 'failing' ? channel.health : null;
    });
    expect(failing.detail).toMatch(new RegExp(`${refused}.*${fix}`));
    const tested = await gateway.call(testChannel, { params: { id: 'ops' } });
    expect(tested).toMatchObject({ ok: false, problems: [expect.stringContaining(refused)] });
    const asked = await gateway.request('POST', '/v1/prompts/new', { body: { channel_id: 'ops', text: 'Ship it?' } });
    expect([asked.status, asked.json.detail]).toEqual([400, expect.stringContaining(refused)]);
  });

  it('rejects forged events and wrong verify tokens', async () => {
    const { sim, gateway, register, pathOf, addPerson } = await start();
    await register({ id: 'ops', target: addPerson('Ada').target });
    const forged = await gateway.request('POST', pathOf('ops'), {
      body: { object, entry: [] },
      headers: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    });
    expect([forged.status, forged.json.detail]).toEqual([401, expect.stringContaining('X-Hub-Signature-256')]);
    const challenge = (token: string) =>
      gateway.request(
        'GET',
        `${pathOf('ops')}?hub.mode=subscribe&hub.challenge=42&hub.verify_token=${encodeURIComponent(token)}`,
      );
    expect((await challenge('wrong')).status).toBe(403);
    const right = await challenge(sim.verifyToken);
    expect([right.status, right.text, right.headers.get('content-type')]).toEqual([
      200,
      '42',
      expect.stringMatching(/^text\/plain/),
    ]);
  });
});
