import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { app, card, clientOf, start } from './setup.js';

describe('Google Chat simulator: events', () => {
  it.each([
    [
      'endpoint URL',
      'classic',
      'url',
      { iss: 'https://accounts.google.com', email: 'chat@system.gserviceaccount.com', email_verified: true },
    ],
    ['project number', 'classic', 'project', { iss: 'chat@system.gserviceaccount.com', aud: '123456789012' }],
    [
      'endpoint URL of an add-on',
      'addon',
      'url',
      { iss: 'https://accounts.google.com', email: 'service-123456789012@gcp-sa-gsuiteaddons.iam.gserviceaccount.com' },
    ],
  ] as const)('have a token whose audience is the %s', async (_name, format, audience, claims) => {
    const { url, arrived } = await app(() => ({ status: 200 }));
    const { sim, space } = await start({ webhookUrl: url, format, audience });
    await sim.writeText({ space, text: 'hello' });
    const token = arrived[0]?.authorization.replace('Bearer ', '') ?? '';
    const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(sim.endpoints.jwks)));
    expect(payload).toMatchObject({ ...(audience === 'url' && { aud: url }), ...claims });
  });

  it('have the format of a Chat app or of an add-on', async () => {
    const { url, arrived } = await app(() => ({ status: 200 }));
    const { sim, ada, space } = await start({ webhookUrl: url });
    const { spaces } = await clientOf(sim);
    await spaces.messages.create({ parent: space.name, requestBody: { text: 'Ship it?', cardsV2: [card('Yes')] } });
    for (const format of ['classic', 'addon'] as const) {
      sim.configure({ format });
      await sim.writeText({ space, user: ada, text: 'hello' });
      await sim.press({ space, user: ada, button: 'Yes' });
    }
    expect(arrived.map(({ event }) => event as unknown)).toMatchObject([
      { type: 'MESSAGE', user: ada, message: { text: '@Gateway hello', argumentText: ' hello' } },
      {
        type: 'CARD_CLICKED',
        user: ada,
        common: { parameters: { token: 'choice.0' } },
        action: { parameters: [{ key: 'token', value: 'choice.0' }] },
      },
      { chat: { user: ada, messagePayload: { space, message: { text: '@Gateway hello' } } } },
      {
        commonEventObject: { parameters: { token: 'choice.0' } },
        chat: { user: ada, buttonClickedPayload: { space } },
      },
    ]);
  });

  it('are retried until the app accepts them, up to the configured attempts', async () => {
    const { url, arrived } = await app((_arrived, count) => ({ status: count < 3 ? 503 : 200 }));
    const { sim, space } = await start({ webhookUrl: url, retryMs: 1, attempts: 4 });
    expect(await sim.writeText({ space, text: 'hello' })).toMatchObject({ status: 200 });
    expect(arrived).toHaveLength(3);
    expect(new Set(arrived.map(({ event }) => JSON.stringify(event))).size).toBe(1);

    const never = await app(() => ({ status: 503 }));
    sim.configure({ webhookUrl: never.url });
    expect(await sim.writeText({ space, text: 'hello' })).toMatchObject({ status: 503, kind: 'invalid' });
    expect(never.arrived).toHaveLength(4);
  });

  it('are not retried after a 4xx', async () => {
    const { url, arrived } = await app(() => ({ status: 401 }));
    const { sim, space } = await start({ webhookUrl: url, retryMs: 1 });
    expect(await sim.writeText({ space, text: 'hello' })).toMatchObject({ status: 401, kind: 'invalid' });
    expect(arrived).toHaveLength(1);
  });

  it.each([
    ['classic', { actionResponse: { type: 'UPDATE_MESSAGE' }, text: 'Shipped' }, 'update'],
    ['classic', { text: 'Noted', privateMessageViewer: { name: 'users/1' } }, 'create'],
    ['classic', { actionResponse: { type: 'DO_SOMETHING' } }, 'invalid'],
    [
      'classic',
      { hostAppDataAction: { chatDataAction: { updateMessageAction: { message: { text: 'x' } } } } },
      'invalid',
    ],
    [
      'addon',
      { hostAppDataAction: { chatDataAction: { updateMessageAction: { message: { text: 'Shipped' } } } } },
      'update',
    ],
    [
      'addon',
      { hostAppDataAction: { chatDataAction: { createMessageAction: { message: { text: 'Noted' } } } } },
      'create',
    ],
    ['addon', { actionResponse: { type: 'UPDATE_MESSAGE' }, text: 'x' }, 'invalid'],
    ['addon', {}, 'none'],
  ] as const)('apply the answer of a %s app: %j', async (format, body, kind) => {
    const { url } = await app(() => ({ status: 200, body }));
    const { sim, space } = await start({ webhookUrl: url, format });
    const { spaces } = await clientOf(sim);
    await spaces.messages.create({ parent: space.name, requestBody: { text: 'Ship it?', cardsV2: [card('Yes')] } });
    expect(await sim.press({ space, button: 0 })).toMatchObject({ kind });
    const shown = sim.messages(space).map(({ text }) => text);
    expect(shown).toEqual(
      { update: ['Shipped'], create: ['Ship it?', 'Noted'], none: ['Ship it?'], invalid: ['Ship it?'] }[kind],
    );
  });
});
