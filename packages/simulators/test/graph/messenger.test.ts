import {
  manualClock,
  signBody,
  startMessengerSimulator,
  until,
  type MessengerSimulatorOptions,
} from '@gateway/simulators/messenger';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, startApp } from './setup.js';

async function start(options?: MessengerSimulatorOptions) {
  const sim = await startMessengerSimulator({ webhookRetryMs: 5, ...options });
  onTestFinished(() => sim.close());
  const app = await startApp(sim.verifyToken);
  const ada = sim.addPerson({ name: 'Ada' });
  const send = (message: object | undefined, change: object = {}) =>
    ask(`${sim.url}/v25.0/me/messages`, sim.pageAccessToken, {
      recipient: { id: ada.psid },
      messaging_type: 'UPDATE',
      ...(message && { message }),
      ...change,
    });
  return { sim, app, ada, send };
}

const template = (change: object = {}) => ({
  attachment: {
    type: 'template',
    payload: { template_type: 'button', text: 'Ship it?', buttons: [postback('Yes')], ...change },
  },
});
const postback = (title: string) => ({ type: 'postback', title, payload: `payload of ${title}` });
const quick = (title: string) => ({ content_type: 'text', title, payload: `payload of ${title}` });
const events = (bodies: readonly { body: string }[]) =>
  bodies.map(({ body }) => JSON.parse(body).entry[0].messaging[0]);

describe('Messenger simulator', () => {
  it('delivers a utility message outside the window, and refuses one that does not match its template', async () => {
    const { sim, app, send } = await start();
    await sim.setWebhook(app.url);
    const bo = sim.addPerson({ wrote: false });
    sim.addTemplate({ name: 'question_waiting' });
    const utility = (name: string, ...components: object[]) =>
      send(
        { template: { name, language: { code: 'en' }, components } },
        { recipient: { id: bo.psid }, messaging_type: 'UTILITY' },
      );
    const body = { type: 'body', parameters: [{ type: 'text', text: '7' }] };
    const buttons = { type: 'buttons', parameters: [{ type: 'POSTBACK', payload: 'token' }] };
    expect((await utility('question_waiting', body, buttons)).status).toBe(200);
    expect(sim.messages(bo)).toMatchObject([{ text: expect.stringContaining('Request 7 is') }]);
    await sim.press({ person: bo, button: 'Show the question' });
    expect(events(app.received)).toContainEqual(
      expect.objectContaining({ postback: expect.objectContaining({ payload: 'show_token' }) }),
    );
    for (const wrong of [
      await utility('unknown', body, buttons),
      await utility('question_waiting', buttons),
      await utility('question_waiting', body),
      await send(
        { text: 'Hello' },
        { recipient: { id: sim.addPerson({ wrote: false }).psid }, messaging_type: 'UTILITY' },
      ),
    ])
      expect(wrong.status).toBe(400);
  });

  it('stores buttons, posts signed presses, and echoes the messages of the page', async () => {
    const { sim, app, ada, send } = await start();
    await sim.setWebhook(app.url);
    expect(await send(template())).toMatchObject({
      status: 200,
      json: { recipient_id: ada.psid, message_id: expect.any(String) },
    });
    expect(await sim.press({ person: ada, button: 'Yes' })).toBe(true);
    await until(() => app.received.length === 3);
    const received = events(app.received);
    expect(received.find((event) => event.postback)).toMatchObject({
      sender: { id: ada.psid },
      recipient: { id: sim.pageId },
      postback: { title: 'Yes', payload: 'payload of Yes', mid: expect.any(String) },
    });
    expect(received.find((event) => event.message)).toMatchObject({
      sender: { id: sim.pageId },
      message: { is_echo: true },
    });
    expect(received.find((event) => event.delivery)).toBeDefined();
    for (const { headers, body } of app.received)
      expect(headers['x-hub-signature-256']).toBe(signBody(sim.appSecret, body));
  });

  it('removes quick replies with the next message', async () => {
    const { sim, app, ada, send } = await start({ postbackMids: false });
    await sim.setWebhook(app.url);
    await send({ text: 'Ship it?', quick_replies: [quick('Yes')] });
    await sim.press({ person: ada, button: 0 });
    expect(events(app.received).find((event) => event.message?.quick_reply)).toMatchObject({
      message: { text: 'Yes', quick_reply: { payload: 'payload of Yes' } },
    });
    await send({ text: 'Ship it?', quick_replies: [quick('Yes')] });
    await send({ text: 'By the way' });
    expect(() => sim.press({ person: ada, button: 0 })).toThrow('disappear');
  });

  it.each([
    ['no recipient', { text: 'x' }, { recipient: {} }, 100],
    ['no kind of message', { text: 'x' }, { messaging_type: undefined }, 100],
    ['no message', undefined, {}, 100],
    ['nothing to say', {}, {}, 100],
    ['a long text', { text: 'x'.repeat(2001) }, {}, 100],
    ['a long template', template({ text: 'x'.repeat(641) }), {}, 100],
    ['four buttons', template({ buttons: ['a', 'b', 'c', 'd'].map(postback) }), {}, 100],
    ['a long title', template({ buttons: [postback('x'.repeat(21))] }), {}, 100],
    ['fourteen quick replies', { text: 'x', quick_replies: Array.from({ length: 14 }, () => quick('a')) }, {}, 100],
    ['a file without a place', { attachment: { type: 'file', payload: {} } }, {}, 100],
    ['a reply to nothing', { text: 'x' }, { reply_to: { mid: 'm_GONE' } }, 100],
    ['an unknown person', { text: 'x' }, { recipient: { id: '1' } }, 100],
  ])('refuses %s', async (_name, message, change, code) => {
    const { sim, send } = await start();
    expect(await send(message, change)).toMatchObject({ status: 400, error: { code } });
    expect(sim.messages()).toEqual([]);
  });

  it('refuses messages 24 hours after the last text of the person, and to a person who blocked the page', async () => {
    const clock = manualClock();
    const { sim, ada, send } = await start({ clock });
    clock.advance(24 * 3_600_000 + 1);
    expect((await send({ text: 'x' })).error).toMatchObject({ code: 10, error_subcode: 2_018_278 });
    void sim.writeText({ person: ada, text: 'I am here' });
    expect((await send({ text: 'x' })).status).toBe(200);
    sim.block(ada);
    expect((await send({ text: 'x' })).error).toMatchObject({ code: 551 });
  });

  it('shows a page only its own people', async () => {
    const { sim, ada } = await start();
    const other = sim.addPage({ name: 'Other' });
    const at = (id: string, token = sim.pageAccessToken) => ask(`${sim.url}/v25.0/${id}`, token);
    expect((await at('me')).json).toEqual({ id: sim.pageId, name: sim.pageName });
    expect((await at(ada.psid)).json).toEqual({ id: ada.psid, name: 'Ada' });
    expect((await at('me', other.pageAccessToken)).json.name).toBe('Other');
    expect((await at(ada.psid, other.pageAccessToken)).error).toMatchObject({ code: 100, error_subcode: 33 });
    sim.revokeToken();
    expect((await at('me')).error).toMatchObject({ code: 190 });
  });

  it('has a control API', async () => {
    const { sim, app } = await start();
    const control = (path: string, body?: object) => ask(`${sim.url}/control${path}`, null, body);
    await control('/webhook', { url: app.url });
    const { json: bob } = await control('/people', { name: 'Bob' });
    expect((await control('/text', { person: bob.psid, text: 'Hi' })).json).toEqual({ acknowledged: true });
    expect((await control('/messages', undefined)).json).toMatchObject([{ psid: bob.psid, text: 'Hi' }]);
    expect((await control('/redeliver', {})).json).toEqual({ acknowledged: true });
  });
});
