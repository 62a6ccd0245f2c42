import {
  manualClock,
  startWhatsAppSimulator,
  until,
  type WhatsAppSimulatorOptions,
} from '@gateway/simulators/whatsapp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WhatsAppAPI } from 'whatsapp-api-js';
import {
  ActionButtons,
  Body,
  BodyComponent,
  BodyParameter,
  Button,
  Image,
  Interactive,
  PayloadComponent,
  Template,
  Text,
} from 'whatsapp-api-js/messages';
import { ask, startApp } from './setup.js';

async function start(options?: WhatsAppSimulatorOptions) {
  const sim = await startWhatsAppSimulator({ webhookRetryMs: 5, ...options });
  onTestFinished(() => sim.close());
  const sdk = new WhatsAppAPI({
    token: sim.accessToken,
    appSecret: sim.appSecret,
    v: 'v25.0',
    ponyfill: {
      fetch: ((url: string, init: RequestInit) =>
        fetch(url.replace('https://graph.facebook.com', sim.url), init)) as typeof fetch,
    },
  });
  const app = await startApp(sim.verifyToken);
  const messages = (body: object) => ask(`${sim.url}/v25.0/${sim.phoneNumberId}/messages`, sim.accessToken, body);
  return { sim, sdk, app, ada: sim.addPerson({ name: 'Ada' }), messages };
}

const statuses = (bodies: readonly { body: string }[]) =>
  bodies.flatMap(({ body }) => JSON.parse(body).entry[0].changes[0].value.statuses ?? []);

describe('WhatsApp simulator', () => {
  it('delivers a template of the SDK outside the window, and refuses what does not match it', async () => {
    const { sim, sdk, app } = await start();
    await sim.setWebhook(app.url);
    const bo = sim.addPerson({ wrote: false });
    sim.addTemplate({ name: 'question_waiting' });
    sim.addTemplate({ name: 'paused', status: 'PAUSED' });
    const send = async (name: string, language: string, ...components: ConstructorParameters<typeof Template>[2][]) => {
      const answer = await sdk.sendMessage(sim.phoneNumberId, bo.waId, new Template(name, language, ...components));
      return 'error' in answer ? answer.error?.code : null;
    };
    const body = new BodyComponent(new BodyParameter('7'));
    expect(await send('question_waiting', 'en', body, new PayloadComponent('token'))).toBeNull();
    expect(sim.messages(bo)).toMatchObject([{ type: 'template', text: expect.stringContaining('Request 7 is') }]);
    await until(() => statuses(app.received).some(({ status }) => status === 'delivered'));
    await sim.press({ person: bo, button: 'Show the question' });
    const button = '"button":{"payload":"token","text":"Show the question"}';
    expect(app.received.some((request) => request.body.includes(button))).toBe(true);
    expect(await send('question_waiting', 'de', body)).toBe(132_001);
    expect(await send('question_waiting', 'en')).toBe(132_000);
    expect(await send('paused', 'en', body)).toBe(132_015);
  });

  it('accepts the messages of the SDK, and posts events with signatures that the SDK accepts', async () => {
    const { sim, sdk, app, ada } = await start();
    await sim.setWebhook(app.url);
    const yes = new ActionButtons(new Button('yes', 'Yes'), new Button('no', 'No'));
    await sdk.sendMessage(sim.phoneNumberId, ada.waId, new Interactive(yes, new Body('Ship it?')));
    await sdk.sendMessage(sim.phoneNumberId, ada.waId, new Image('https://example.com/a.png', false, 'Look'));
    expect(sim.messages(ada)).toMatchObject([
      { text: 'Ship it?', buttons: [{ id: 'yes', title: 'Yes' }, { id: 'no' }] },
      { text: 'Look', media: { kind: 'image', link: 'https://example.com/a.png' } },
    ]);
    expect(await sim.press({ person: ada, button: 'No' })).toBe(true);
    const pressed = app.received.find(({ body }) => body.includes('button_reply'));
    const signature = String(pressed?.headers['x-hub-signature-256']);
    let received: unknown;
    sdk.on.message = ({ message }) => void (received = message);
    await sdk.post(JSON.parse(pressed?.body ?? ''), pressed?.body ?? '', signature);
    expect(received).toMatchObject({
      from: ada.waId,
      context: { id: sim.messages(ada)[0]?.id },
      interactive: { button_reply: { id: 'no', title: 'No' } },
    });
    await expect(sdk.post(JSON.parse(pressed?.body ?? ''), `${pressed?.body} `, signature)).rejects.toThrow('match');
  });

  it('stores uploads for use in messages', async () => {
    const { sim, sdk, ada } = await start();
    const form = new FormData();
    form.set('file', new Blob(['%PDF'], { type: 'application/pdf' }), 'a.pdf');
    expect(await sdk.uploadMedia(sim.phoneNumberId, form)).toEqual({ id: expect.any(String) });
    expect(sim.uploads()).toEqual([{ type: 'application/pdf', name: 'a.pdf', size: 4 }]);
    const unknown = await sdk.sendMessage(sim.phoneNumberId, ada.waId, new Image('77', true));
    expect(unknown).toMatchObject({ error: { code: 131_009 } });
  });

  it('escapes bodies like Meta, or sends UTF-8 with the signature of the escaped form', async () => {
    for (const webhookBodies of ['escaped', 'utf8'] as const) {
      const { sim, sdk, app, ada } = await start({ webhookBodies });
      await sim.setWebhook(app.url);
      await sim.writeText({ person: ada, text: 'ä/<@%' });
      expect(app.received[0]?.body).toContain(webhookBodies === 'utf8' ? 'ä/<@%' : '\\u00e4\\/\\u003C\\u0040\\u0025');
      if (webhookBodies === 'escaped') {
        const { headers, body } = app.received[0]!;
        expect(await sdk.verifyRequestSignature(body, String(headers['x-hub-signature-256']))).toBe(true);
      }
    }
  });

  it('sends no events before the webhook answered the challenge', async () => {
    const { sim, app, ada } = await start();
    await expect(sim.setWebhook(app.url, 'wrong')).rejects.toThrow("couldn't be validated");
    expect(await sim.writeText({ person: ada, text: 'lost' })).toBe(false);
    expect(app.received).toEqual([]);
  });

  it('retries an event until it is acknowledged, and redelivers it on demand', async () => {
    const { sim, ada } = await start();
    const slow = await startApp(sim.verifyToken, (count) => (count < 3 ? 503 : 200));
    await sim.setWebhook(slow.url);
    expect(await sim.writeText({ person: ada, text: 'again' })).toBe(true);
    await sim.redeliver();
    expect(new Set(slow.received.map(({ body }) => body)).size).toBe(1);
    expect(slow.received).toHaveLength(4);
  });

  it('accepts an undeliverable message and reports the failure afterwards', async () => {
    const clock = manualClock();
    const { sim, sdk, app, ada } = await start({ clock });
    await sim.setWebhook(app.url);
    clock.advance(24 * 3_600_000 + 1);
    for (const to of [ada.waId, '15550009999']) {
      expect(await sdk.sendMessage(sim.phoneNumberId, to, new Text('x'))).toMatchObject({
        messages: [{ id: expect.any(String) }],
      });
    }
    await until(() => statuses(app.received).length === 2);
    expect(
      statuses(app.received)
        .map(({ status, errors }) => `${status} ${errors[0].code}`)
        .toSorted((a: string, b: string) => a.localeCompare(b)),
    ).toEqual(['failed 131026', 'failed 131047']);
    await sim.writeText({ person: ada, text: 'I am here' });
    await sdk.sendMessage(sim.phoneNumberId, ada.waId, new Text('x'));
    await until(() => statuses(app.received).some(({ status }) => status === 'delivered'));
  });

  const interactive = (change: object) => ({
    messaging_product: 'whatsapp',
    to: '4915100000001',
    type: 'interactive',
    interactive: { type: 'button', body: { text: 'x' }, action: { buttons: [button('a', 'A')] }, ...change },
  });
  const button = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });

  it.each([
    ['no product', { to: '1', text: { body: 'x' } }, 100],
    ['no recipient', { messaging_product: 'whatsapp', text: { body: 'x' } }, 100],
    ['an unknown type', { messaging_product: 'whatsapp', to: '1', type: 'poem', poem: {} }, 100],
    ['an empty text', { messaging_product: 'whatsapp', to: '1', text: { body: '' } }, 131_009],
    ['a long text', { messaging_product: 'whatsapp', to: '1', text: { body: 'x'.repeat(4097) } }, 131_009],
    ['a long body', interactive({ body: { text: 'x'.repeat(1025) } }), 131_009],
    ['no button', interactive({ action: { buttons: [] } }), 131_009],
    ['four buttons', interactive({ action: { buttons: ['a', 'b', 'c', 'd'].map((id) => button(id, id)) } }), 131_009],
    ['a long title', interactive({ action: { buttons: [button('a', 'x'.repeat(21))] } }), 131_009],
    ['a title twice', interactive({ action: { buttons: [button('a', 'A'), button('b', 'A')] } }), 131_009],
    ['a header without a file', interactive({ header: { type: 'image', image: {} } }), 131_009],
  ])('refuses %s', async (_name, body, code) => {
    const { sim, messages } = await start();
    expect(await messages(body)).toMatchObject({
      status: 400,
      error: { code, type: 'OAuthException', fbtrace_id: expect.any(String) },
    });
    expect(sim.messages()).toEqual([]);
  });

  it('refuses unknown tokens, numbers and paths', async () => {
    const { sim } = await start();
    const at = `${sim.url}/v25.0/${sim.phoneNumberId}`;
    expect(await ask(at, sim.accessToken)).toMatchObject({
      status: 200,
      json: { id: sim.phoneNumberId, verified_name: 'Business 1' },
    });
    expect(await ask(at, 'wrong')).toMatchObject({ status: 401, error: { code: 190 } });
    expect(await ask(at, null)).toMatchObject({ status: 401, error: { code: 104 } });
    expect(await ask(`${sim.url}/v25.0/999`, sim.accessToken)).toMatchObject({
      status: 400,
      error: { code: 100, error_subcode: 33 },
    });
    expect(await ask(`${at}/poems`, sim.accessToken, {})).toMatchObject({ status: 400, error: { code: 2500 } });
    sim.revokeToken();
    expect(await ask(at, sim.accessToken)).toMatchObject({ status: 401, error: { code: 190 } });
  });

  it('applies injected faults, also after the effect of the call', async () => {
    const { sim, sdk, ada } = await start();
    const send = () => sdk.sendMessage(sim.phoneNumberId, ada.waId, new Text('x'));
    sim.failNext('messages', { error: { status: 429, message: '(#130429) Rate limit hit', code: 130_429 } });
    expect(await send()).toMatchObject({ error: { code: 130_429 } });
    sim.failNext('messages', { drop: true, afterEffect: true });
    await expect(send()).rejects.toThrow('fetch failed');
    expect(sim.messages(ada)).toHaveLength(1);
    expect(sim.calls({ method: 'messages' }).map(({ status }) => status)).toEqual([429, 200]);
  });

  it('has a control API', async () => {
    const { sim, app } = await start();
    const control = (path: string, body?: object) => ask(`${sim.url}/control${path}`, null, body);
    await control('/webhook', { url: app.url });
    const { json: bob } = await control('/people', { name: 'Bob', waId: '4915100000077' });
    expect((await control('/text', { person: bob.waId, text: 'Hi' })).json).toEqual({ acknowledged: true });
    expect((await control('/messages')).json).toMatchObject([{ waId: bob.waId, text: 'Hi' }]);
    expect((await control('/press', { person: bob.waId, button: 0 })).status).toBe(404);
    expect(JSON.stringify((await control('/calls')).json)).not.toContain(sim.accessToken);
  });
});
