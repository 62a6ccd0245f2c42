import { ignored } from '@gateway/platform-kit/testing';
import { describe, expect, it, vi } from 'vitest';
import { message, open } from './harness.js';

const press = (fields = {}) =>
  message({
    type: 'invoke',
    name: 'adaptiveCard/action',
    id: 'f:1',
    replyToId: '17',
    value: { action: { data: { token: 't' } } },
    ...fields,
  });

describe('Teams webhook', () => {
  it.each([
    [
      { result: 'answered', notice: 'Recorded: Yes', closedText: 'Ship?\n\n✅ Yes' },
      'application/vnd.microsoft.card.adaptive',
      ['Ship?\n\n✅ Yes'],
    ],
    [
      { result: 'refused', notice: 'Too late.', closedText: 'Ship?\n\n✅ Yes' },
      'application/vnd.microsoft.card.adaptive',
      ['Ship?\n\n✅ Yes', 'Too late.'],
    ],
    [
      { result: 'refused', notice: 'Too late.', closedText: null },
      'application/vnd.microsoft.activity.message',
      'Too late.',
    ],
    [
      { result: 'duplicate', notice: null, closedText: null },
      'application/vnd.microsoft.activity.message',
      'This press has been received.',
    ],
    [ignored, 'application/vnd.microsoft.activity.message', 'Nothing was recorded.'],
  ] as const)('answers an execute that is %j in the same round trip', async (outcome, type, shown) => {
    const gateway = await open();
    gateway.deliver = async () => [outcome];
    const { status, body } = await gateway.receive(press());
    const { value, ...rest } = body as { value: { body?: { text: string }[] } };
    expect([status, rest]).toEqual([200, { statusCode: 200, type }]);
    expect(value.body?.map(({ text }) => text) ?? value).toEqual(shown);
    expect(JSON.stringify(value)).not.toContain('Action.');
  });

  it('replies with an error to an unknown card action', async () => {
    const gateway = await open();
    expect(await gateway.receive(press({ value: { action: { data: {} } } }))).toMatchObject({
      status: 200,
      body: { statusCode: 400, type: 'application/vnd.microsoft.error' },
    });
  });

  it('replies 503 to an activity that could not be stored, without its content', async () => {
    const gateway = await open();
    gateway.deliver = async () => {
      throw new Error('database is away: precious');
    };
    expect(await gateway.receive(message({ text: 'precious' }))).toMatchObject({
      status: 503,
      body: { detail: expect.any(String) },
    });
    expect(await gateway.receive(press())).toMatchObject({ status: 503 });
    expect(gateway.log.join()).not.toContain('precious');
  });

  it('logs nothing about forged tokens and requests their keys once', async () => {
    const printed = vi.spyOn(console, 'error');
    const gateway = await open();
    await gateway.receive(message());
    for (let count = 0; count < 5; count += 1)
      expect((await gateway.receive(message(), { forged: true })).status).toBe(401);
    expect(gateway.sim.calls({ method: 'keys' })).toHaveLength(1);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  it('fetches new signing keys at most every 10 s', async () => {
    const gateway = await open();
    expect((await gateway.receive(message())).status).toBe(200);
    await gateway.sim.rotateKeys();
    expect((await gateway.receive(message())).status).toBe(401);
    gateway.advance(10_000);
    expect((await gateway.receive(message())).status).toBe(200);
    gateway.advance(86_400_000);
    gateway.sim.failNext('openid', { answer: { status: 500, body: 'down' } });
    expect((await gateway.receive(message(), { lifeSeconds: 90_000 })).status).toBe(200);
  });

  it('replies 503 while the keys cannot be fetched', async () => {
    const gateway = await open();
    gateway.sim.failNext('openid', { drop: true });
    expect((await gateway.receive(message())).status).toBe(503);
    expect(gateway.log.join()).toContain('PLATFORM_TEAMS_OPENID_URL');
    gateway.sim.failNext('keys', { answer: { status: 200, body: { nothing: true } } });
    expect((await gateway.receive(message())).status).toBe(503);
    expect((await gateway.receive(message())).status).toBe(200);
  });

  it('accepts a key without endorsements for every channel, and metadata at the root', async () => {
    const gateway = await open({ endorsements: null, endpoints: (sim) => ({ openid: sim.url }) });
    expect((await gateway.receive(message({ channelId: 'directline' }))).status).toBe(200);
  });

  it('accepts a clock difference of five minutes', async () => {
    const gateway = await open();
    expect((await gateway.receive(message(), { lifeSeconds: -290 })).status).toBe(200);
    expect((await gateway.receive(message(), { lifeSeconds: -310 })).status).toBe(401);
    expect((await gateway.receive(message(), { claims: { exp: undefined } })).status).toBe(401);
  });

  it('rejects methods other than POST', async () => {
    const gateway = await open();
    const request = {
      method: 'GET',
      url: 'https://gateway.example/',
      query: {},
      headers: {},
      body: new Uint8Array(),
    } as const;
    expect(await gateway.connection.webhook!(request)).toMatchObject({ status: 405 });
  });
});

describe('Teams service address', () => {
  it('is the latest one of the conversation, also after a restart', async () => {
    const gateway = await open();
    const { sim } = gateway;
    const chat = sim.addConversation();
    const region = (place: string) =>
      gateway.receive(message({ conversation: chat, serviceUrl: `${sim.url}/${place}/` }), {
        claims: { serviceurl: `${sim.url}/${place}/` },
      });
    const regions = () => sim.calls({ method: 'sendToConversation' }).map(({ params }) => params['region']);
    await gateway.connection.sendMessage({ target: chat.id, text: 'before' });
    expect((await region('amer')).status).toBe(200);
    await gateway.connection.sendMessage({ target: chat.id, text: 'after' });
    expect((await region('apac')).status).toBe(200);
    await gateway.connection.sendMessage({ target: chat.id, text: 'moved' });
    expect(regions()).toEqual(['teams', 'amer', 'apac']);

    const other = sim.addConversation();
    await gateway.connection.sendMessage({ target: other.id, text: 'a neighbour' });
    expect(regions().at(-1)).toBe('apac');
    expect(gateway.state.get(`service:${chat.id}`)).toBe(`${sim.url}/apac/`);
    expect(gateway.log.join()).toContain(chat.id);
  });

  it('is not stored from an activity whose token has another one or none', async () => {
    const gateway = await open();
    expect((await gateway.receive(message({ serviceUrl: 'https://evil.example/' }))).status).toBe(401);
    expect((await gateway.receive(message())).status).toBe(200);
    expect([...gateway.state.keys()].filter((key) => key.startsWith('service:'))).toEqual([]);
  });
});
