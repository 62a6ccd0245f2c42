import { describe, expect, it } from 'vitest';
import { open, serve, signIn } from './setup.js';

const message = (text: string) => ({ type: 'message', text });
const withCard = (card: object) => ({
  type: 'message',
  attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
});

describe('Teams simulator: connector', () => {
  it('accepts only tokens that it issued and that are not revoked', async () => {
    const sim = await open();
    const chat = sim.addConversation();
    const call = await signIn(sim);
    expect(await call('POST', `${chat.id}/activities`, message('x'))).toMatchObject({
      status: 201,
      json: { id: expect.stringMatching(/^\d+$/) },
    });
    sim.revokeTokens();
    expect(await call('POST', `${chat.id}/activities`, message('x'))).toMatchObject({
      status: 401,
      json: { message: expect.stringContaining('denied') },
    });
  });

  it.each([
    [{ client_secret: 'wrong' }, 401, 'AADSTS7000215'],
    [{ client_id: 'wrong' }, 400, 'AADSTS700016'],
    [{ scope: 'wrong' }, 400, 'AADSTS70011'],
    [{ grant_type: 'password' }, 400, 'AADSTS70003'],
  ])('refuses a token request with %j like Microsoft', async (wrong, status, code) => {
    const sim = await open();
    const form = {
      grant_type: 'client_credentials',
      client_id: sim.appId,
      client_secret: sim.appPassword,
      scope: 'https://api.botframework.com/.default',
      ...wrong,
    };
    const response = await fetch(`${sim.url}/${sim.tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(code)]);
    expect(JSON.stringify(sim.calls({ method: 'token' }))).not.toContain(sim.appPassword);
  });

  it('accepts messages to known conversations and threads with the app installed', async () => {
    const sim = await open();
    const channel = sim.addConversation({ type: 'channel' });
    const closed = sim.addConversation({ installed: false });
    const call = await signIn(sim);
    const { json } = await call('POST', `${channel.id}/activities`, message('root'));
    const root = (json as { id: string }).id;
    expect(
      (
        await call(
          'POST',
          `${encodeURIComponent(`${channel.id};messageid=${root}`)}/activities`,
          message('in the thread'),
        )
      ).status,
    ).toBe(201);
    const refusals = [
      [await call('POST', '19:nowhere@thread.v2/activities', message('x')), 404, 'ConversationNotFound'],
      [await call('POST', 'nonsense/activities', message('x')), 400, 'BadArgument'],
      [await call('POST', `${closed.id}/activities`, message('x')), 403, 'BotNotInConversationRoster'],
      [await call('POST', `${channel.id}/activities/1`, message('x')), 404, 'ActivityNotFoundInConversation'],
      [await call('PUT', `${channel.id}/activities/1`, message('x')), 404, 'ActivityNotFoundInConversation'],
    ] as const;
    for (const [answer, status, code] of refusals) expect(answer).toMatchObject({ status, json: { error: { code } } });
  });

  it('places a message of a channel in a thread by the suffix of the conversation only', async () => {
    const sim = await open();
    const channel = sim.addConversation({ type: 'channel' });
    const call = await signIn(sim);
    const post = async (path: string, body: object) =>
      ((await call('POST', path, body)).json as { id: string } | undefined)?.id;
    const root = (await post(`${channel.id}/activities`, message('root')))!;
    const byRoute = await post(`${channel.id}/activities/${root}`, message('by the route'));
    const byField = await post(`${channel.id}/activities`, { ...message('by the field'), replyToId: root });
    await post(`${encodeURIComponent(`${channel.id};messageid=${root}`)}/activities`, message('by the suffix'));
    expect(sim.messages(channel).map(({ conversation }) => conversation.split('=')[1])).toEqual([
      root,
      byRoute,
      byField,
      root,
    ]);
  });

  it('refuses messages and cards that Teams cannot show', async () => {
    const sim = await open();
    const chat = sim.addConversation();
    const call = await signIn(sim);
    const post = async (body: object) => (await call('POST', `${chat.id}/activities`, body)).status;
    const block = { type: 'TextBlock', text: 'x' };
    const action = { type: 'Action.Submit', title: 'x' };
    expect(await post({ type: 'message' })).toBe(400);
    expect(await post({ type: 'event', text: 'x' })).toBe(400);
    expect(await post(message('x'.repeat(30_000)))).toBe(413);
    expect(
      await post(
        withCard({
          type: 'AdaptiveCard',
          version: '1.4',
          body: [block],
          actions: Array.from({ length: 6 }, () => action),
        }),
      ),
    ).toBe(201);
    expect(
      await post(
        withCard({
          type: 'AdaptiveCard',
          version: '1.4',
          body: [block],
          actions: Array.from({ length: 7 }, () => action),
        }),
      ),
    ).toBe(400);
    expect(
      await post(
        withCard({
          type: 'AdaptiveCard',
          version: '1.4',
          body: [block],
          actions: [{ type: 'Action.Submit', title: '' }],
        }),
      ),
    ).toBe(400);
    expect(
      await post(
        withCard({
          type: 'AdaptiveCard',
          version: '1.3',
          body: [block],
          actions: [{ type: 'Action.Execute', title: 'x' }],
        }),
      ),
    ).toBe(400);
    expect(await post(withCard({ type: 'AdaptiveCard', version: '1.6', body: [block] }))).toBe(400);
    expect(await post(withCard({ type: 'AdaptiveCard', version: '1.4' }))).toBe(400);
  });

  it('retries an activity after a 5xx, but not an invoke or after a 4xx', async () => {
    const sim = await open();
    sim.addPerson();
    const chat = sim.addConversation();
    const answers = [503, 503, 200];
    const statuses: number[] = [];
    sim.setWebhook(
      await serve((_request, response) => {
        response.statusCode = answers.shift() ?? 500;
        statuses.push(response.statusCode);
        response.end();
      }),
    );
    expect(await sim.write({ conversation: chat, text: 'x' })).toMatchObject({ status: 200 });
    const call = await signIn(sim);
    await call(
      'POST',
      `${chat.id}/activities`,
      withCard({ type: 'AdaptiveCard', version: '1.4', body: [], actions: [{ type: 'Action.Execute', title: 'Go' }] }),
    );
    expect(await sim.press({ conversation: chat, button: 'Go' })).toMatchObject({
      status: 500,
      card: null,
      notice: null,
    });
    answers.push(401, 200);
    expect(await sim.write({ conversation: chat, text: 'y' })).toMatchObject({ status: 401 });
    expect(statuses).toEqual([503, 503, 200, 500, 401]);
  });

  it('has a control API', async () => {
    const sim = await open({ webhookUrl: await serve((_request, response) => void response.end()) });
    const control = async (path: string, body?: object) => {
      const response = await fetch(
        `${sim.url}/control${path}`,
        body ? { method: 'POST', body: JSON.stringify(body) } : {},
      );
      return { status: response.status, json: (await response.json()) as Record<string, unknown> };
    };
    await control('/people', { name: 'Ada' });
    const { json } = await control('/conversations', { type: 'personal' });
    expect(await control('/text', { conversation: json['id'], text: 'hello' })).toMatchObject({
      status: 200,
      json: { status: 200 },
    });
    expect((await control(`/messages?conversation=${String(json['id'])}`)).json).toMatchObject([
      { text: 'hello', fromBot: false },
    ]);
    expect(await control('/press', { conversation: json['id'], button: 0 })).toMatchObject({
      status: 404,
      json: { detail: expect.any(String) },
    });
    expect((await control('/state')).json).toMatchObject({ appId: sim.appId, endpoints: sim.endpoints });
  });
});
