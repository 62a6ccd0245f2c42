import { escapeBody, signBody } from '@gateway/simulators/whatsapp';
import { describe, expect, it } from 'vitest';
import { changeOf, connect, credentials, textMessage, webhookRequest } from './harness.js';

const SECRET = credentials.app_secret;
const body = changeOf(credentials.phone_number_id, {
  messages: [textMessage('4915100000001', 'äöå 🙂 a/b <c> 100% @d "\\" \\/')],
});
const json = JSON.stringify(body);
const unicodeOnly = json.replace(
  /[\u0080-\uffff]/g,
  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

describe('the signature of an event', () => {
  it.each([
    ['UTF-8, signed as it is', json, signBody(SECRET, json)],
    ['ASCII, signed as it is', escapeBody(json), signBody(SECRET, escapeBody(json))],
    ['UTF-8, signed with unicode escapes', json, signBody(SECRET, unicodeOnly)],
    ['UTF-8, signed with every escape of Meta', json, signBody(SECRET, escapeBody(json))],
  ])('is taken over %s', async (_name, sent, signature) => {
    const { connection, events } = await connect();
    expect(await connection.webhook!(webhookRequest(sent, SECRET, signature))).toEqual({ status: 200 });
    expect(events).toMatchObject([{ text: 'äöå 🙂 a/b <c> 100% @d "\\" \\/' }]);
  });

  it.each([
    ['by another secret', signBody('another', json)],
    ['of another body', signBody(SECRET, `${json} `)],
    ['cut short', signBody(SECRET, json).slice(0, -1)],
    ['without its kind', signBody(SECRET, json).replace('sha256=', '')],
    ['of an older kind', signBody(SECRET, json).replace('sha256', 'sha1')],
    ['empty', ''],
  ])('%s is refused before the body is looked at', async (_name, signature) => {
    const { connection, events } = await connect();
    const reply = await connection.webhook!(webhookRequest(json, SECRET, signature));
    expect(reply).toEqual({ status: 401, body: { detail: expect.stringContaining('X-Hub-Signature-256') } });
    expect(JSON.stringify(reply)).not.toContain(SECRET);
    expect(events).toEqual([]);
  });
});

describe('a signed body', () => {
  it.each(['', '{', 'null', '[]', '7', '{}', '{"object":7}', '\u0000'])(
    '%j that is no event is refused in words',
    async (sent) => {
      const { connection } = await connect();
      expect(await connection.webhook!(webhookRequest(sent))).toEqual({
        status: 400,
        body: { detail: expect.any(String) },
      });
    },
  );

  it.each(['{"object":"page","entry":[]}', '{"object":"whatsapp_business_account"}', '{"object":"x","entry":7}'])(
    '%j of another kind is acknowledged',
    async (sent) => {
      const { connection } = await connect();
      expect(await connection.webhook!(webhookRequest(sent))).toEqual({ status: 200 });
    },
  );
});

describe('the challenge of the dashboard', () => {
  const ask = async (query: Record<string, string>) =>
    (await connect()).connection.webhook!({ ...webhookRequest(''), method: 'GET', query });
  const right = {
    'hub.mode': 'subscribe',
    'hub.challenge': '1158201444',
    'hub.verify_token': credentials.verify_token,
  };

  it('is answered to who knows the verify token', async () => {
    expect(await ask(right)).toEqual({ status: 200, body: '1158201444' });
  });

  it.each([
    ['a wrong token', { ...right, 'hub.verify_token': 'wrong' }],
    ['no token', { 'hub.mode': 'subscribe', 'hub.challenge': '1' }],
    ['another mode', { ...right, 'hub.mode': 'unsubscribe' }],
    ['no challenge', { 'hub.mode': 'subscribe', 'hub.verify_token': credentials.verify_token }],
    ['nothing', {}],
  ])('is refused to %s', async (_name, query) => {
    expect(await ask(query)).toEqual({ status: 403, body: { detail: expect.stringContaining('verify token') } });
  });
});
