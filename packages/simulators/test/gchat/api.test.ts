import { describe, expect, it } from 'vitest';
import { buttonsOf } from '@gateway/simulators/gchat';
import { app, card, clientOf, refusal, start, tokenRequest } from './setup.js';

describe("Google Chat simulator: Chat API with Google's client", () => {
  it('posts, reads, edits and deletes a message', async () => {
    const { sim, space } = await start();
    const { spaces } = await clientOf(sim);
    expect((await spaces.get({ name: space.name })).data).toMatchObject({
      displayName: 'Operations',
      spaceType: 'SPACE',
    });
    const { data: posted } = await spaces.messages.create({
      parent: space.name,
      requestBody: { text: 'Ship it?', cardsV2: [card('Yes', 'No')] },
    });
    const name = posted.name ?? '';
    expect((await spaces.messages.get({ name })).data).toEqual(posted);
    expect(buttonsOf(sim.messages(space)[0]?.cardsV2).map(({ text }) => text)).toEqual(['Yes', 'No']);

    await spaces.messages.patch({ name, updateMask: 'text,cardsV2', requestBody: { text: 'Shipped', cardsV2: [] } });
    expect(sim.messages(space)).toMatchObject([{ name, text: 'Shipped' }]);
    expect(sim.messages(space)[0]?.cardsV2).toBeUndefined();
    await spaces.messages.delete({ name });
    expect(sim.messages(space)).toEqual([]);
  });

  it('updates only the fields of updateMask', async () => {
    const { sim, space } = await start();
    const { spaces } = await clientOf(sim);
    const { data } = await spaces.messages.create({
      parent: space.name,
      requestBody: { text: 'Ship it?', cardsV2: [card('Yes')] },
    });
    await spaces.messages.patch({ name: data.name ?? '', updateMask: 'text', requestBody: { text: 'Ship it now?' } });
    expect(sim.messages(space)[0]).toMatchObject({ text: 'Ship it now?', cardsV2: [card('Yes')] });
  });

  it('posts one message for repeated calls with the same request id', async () => {
    const { sim, space } = await start();
    const { spaces } = await clientOf(sim);
    const ask = () => spaces.messages.create({ parent: space.name, requestId: 'r1', requestBody: { text: 'Once' } });
    expect((await ask()).data.name).toBe((await ask()).data.name);
    expect(sim.messages(space)).toHaveLength(1);
  });

  it('replies in a thread only with a REPLY messageReplyOption', async () => {
    const { sim, space } = await start();
    const { spaces } = await clientOf(sim);
    const post = async (thread: string | undefined, messageReplyOption?: string) => {
      const { data } = await spaces.messages.create({
        parent: space.name,
        ...(messageReplyOption !== undefined && { messageReplyOption }),
        requestBody: { text: 'x', ...(thread !== undefined && { thread: { name: thread } }) },
      });
      return data;
    };
    const thread = (await post(undefined)).thread?.name ?? '';
    expect((await post(thread)).thread?.name).not.toBe(thread);
    expect(await post(thread, 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')).toMatchObject({
      thread: { name: thread },
      threadReply: true,
    });
    expect(
      (await post(`${space.name}/threads/unknown`, 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')).threadReply,
    ).toBeUndefined();
    expect(await refusal(post(`${space.name}/threads/unknown`, 'REPLY_MESSAGE_OR_FAIL'))).toMatchObject({ code: 404 });
  });

  it.each<[string, object, string]>([
    ['nothing', {}, 'cannot be empty'],
    ['too long a text', { text: 'x'.repeat(4097) }, 'too long'],
    [
      'too many bytes',
      { text: 'x', cardsV2: [card(...Array.from({ length: 30 }, () => 'ü'.repeat(1000)))] },
      'too large',
    ],
    ['an unknown field', { txt: 'x' }, 'Unknown name "txt"'],
    ['a button without a text', { cardsV2: [card('')] }, 'must have a text'],
    [
      'a button that does nothing',
      { cardsV2: [{ card: { sections: [{ widgets: [{ buttonList: { buttons: [{ text: 'x' }] } }] }] } }] },
      'onClick',
    ],
    ['a card without a widget', { cardsV2: [{ card: { sections: [{ widgets: [] }] } }] }, 'at least one widget'],
    [
      'an insecure picture',
      { cardsV2: [{ card: { sections: [{ widgets: [{ image: { imageUrl: 'http://example.com/a.png' } }] }] } }] },
      'HTTPS',
    ],
  ])('refuses a message with %s', async (_name, requestBody, message) => {
    const { sim, space } = await start();
    const { spaces } = await clientOf(sim);
    const refused = await refusal(spaces.messages.create({ parent: space.name, requestBody }));
    expect(refused).toMatchObject({ code: 400, message: expect.stringContaining(message) });
  });

  it('refuses invalid tokens, spaces without the app, and messages of other senders', async () => {
    const { sim, ada, space } = await start();
    const { spaces } = await clientOf(sim);
    expect((await fetch(`${sim.url}/v1/${space.name}`, { headers: { authorization: 'Bearer nonsense' } })).status).toBe(
      401,
    );
    expect(await refusal(spaces.get({ name: 'spaces/nowhere' }))).toMatchObject({ code: 404 });
    const { written } = await sim.writeText({ space, user: ada, text: 'mine' });
    expect(await refusal(spaces.messages.delete({ name: written.name }))).toMatchObject({ code: 403 });
    sim.removeApp(space);
    expect(await refusal(spaces.messages.create({ parent: space.name, requestBody: { text: 'x' } }))).toMatchObject({
      code: 403,
    });
    sim.expireTokens();
    expect(await refusal(spaces.get({ name: space.name }))).toMatchObject({ code: 401 });
  });

  it('applies injected faults', async () => {
    const { sim, space } = await start();
    const { spaces } = await clientOf(sim);
    const post = () => spaces.messages.create({ parent: space.name, requestBody: { text: 'x' } });
    sim.failNext('spaces.messages.create', {
      error: { code: 429, message: 'Quota exceeded', retryAfter: 3 },
      afterEffect: true,
    });
    expect(await refusal(post())).toMatchObject({ code: 429, message: expect.stringContaining('Quota exceeded') });
    expect(sim.messages(space)).toHaveLength(1);
    await post();
    expect(sim.calls({ method: 'spaces.messages.create' }).map(({ status }) => status)).toEqual([429, 200]);
    expect(JSON.stringify(sim.calls())).not.toContain('ya29.');
  });
});

describe('Google Chat simulator: token endpoint', () => {
  it.each([
    ['another audience', { aud: 'https://elsewhere.example/token' }, 'invalid_grant'],
    ['another issuer', { iss: 'mallory@example.com' }, 'invalid_grant'],
    ['a too long lifetime', { exp: Math.floor(Date.now() / 1000) + 7200 }, 'invalid_grant'],
    ['times in the past', { iat: 1_000_000_000, exp: 1_000_003_600 }, 'invalid_grant'],
    ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
    ['a user without delegation', { sub: 'ada@example.com' }, 'unauthorized_client'],
  ])('refuses an assertion with %s', async (_name, claims, error) => {
    const { sim } = await start();
    const response = await fetch(sim.endpoints.token, await tokenRequest(sim, claims));
    expect([response.status, await response.json()]).toEqual([400, { error, error_description: expect.any(String) }]);
  });

  it('refuses a deleted key and the tokens issued for it', async () => {
    const { sim, space } = await start();
    const { spaces } = await clientOf(sim);
    sim.revokeKey();
    expect(await refusal(spaces.get({ name: space.name }))).toMatchObject({ code: 401 });
    expect((await fetch(sim.endpoints.token, await tokenRequest(sim))).status).toBe(400);
  });
});

describe('Google Chat simulator: control API', () => {
  it('writes, presses and reads messages over HTTP', async () => {
    const { url } = await app(() => ({ status: 200 }));
    const { sim, ada, space } = await start({ webhookUrl: url });
    const { spaces } = await clientOf(sim);
    await spaces.messages.create({ parent: space.name, requestBody: { text: 'Ship it?', cardsV2: [card('Yes')] } });
    const control = async (path: string, body?: object) => {
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      const response = await fetch(`${sim.url}/control${path}`, init);
      return { status: response.status, json: await response.json() };
    };
    expect(await control('/press', { space: space.name, button: 'Yes', user: ada.name })).toMatchObject({
      json: { status: 200, kind: 'none' },
    });
    expect(await control('/text', { space: space.name, text: 'hello' })).toMatchObject({ json: { status: 200 } });
    expect(await control(`/messages?space=${space.name}`)).toMatchObject({
      json: [{ text: 'Ship it?' }, { text: '@Gateway hello' }],
    });
    expect(await control('/press', { space: space.name, button: 'Perhaps' })).toMatchObject({ status: 404 });
  });
});
