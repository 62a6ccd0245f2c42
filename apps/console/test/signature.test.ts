// oxlint-disable-next-line no-restricted-imports -- the gateway's own signer, which the console must agree with
import { signatureHeaders } from '@gateway/core';
import { describe, expect, it } from 'vitest';
import { parseHeaders } from '../src/features/api/headers.js';
import { checkSignatures, exampleCallback } from '../src/features/api/signature.js';

const now = Date.parse('2026-03-01T12:00:00Z');
const event = {
  id: '4b6f7a0e-52c5-4f6e-9d5f-1f1f2f3f4f5f',
  body: '{"type":"prompt.answered","answer":{"type":"text","value":"Grüße, 你好"}}',
  signed: true,
};
const headersOf = (secrets: readonly [string, ...string[]], at = now) =>
  new Map(Object.entries(signatureHeaders(event, secrets, at)));

const check = (
  change: Partial<{ body: string; secret: string; headers: ReadonlyMap<string, string> }> = {},
  at: number = now,
) => checkSignatures({ body: event.body, secret: 'the secret', headers: headersOf(['the secret']), ...change }, at);

describe('The signature tester', () => {
  it('finds valid what the gateway signed', async () => {
    const [plain, webhook] = await check();
    expect(plain).toMatchObject({ state: 'valid', details: [] });
    expect(webhook).toMatchObject({ state: 'valid', details: [] });
  });

  it('computes what RFC 4231 says, here its second test case', async () => {
    const [plain] = await check({ body: 'what do ya want for nothing?', secret: 'Jefe', headers: new Map() });
    expect(plain.expected).toBe('sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  it('takes a secret of any bytes as the gateway does, an empty one too', async () => {
    for (const secret of ['', 'ü€😀', 'x'.repeat(200), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']) {
      const verdicts = await check({ secret, headers: headersOf([secret]) });
      expect(verdicts.map(({ state }) => state)).toEqual(['valid', 'valid']);
    }
  });

  it('says which secret signed while an old one still does', async () => {
    const headers = headersOf(['the new secret', 'the secret']);
    const [plain, webhook] = await check({ headers });
    expect(plain.state).toBe('invalid');
    expect(webhook).toMatchObject({ state: 'valid' });
    expect(webhook.details[0]).toContain('previous secret: signature 2 of 2');
  });

  it.each([
    ['a line break at the end of the body', { body: `${event.body}\n` }, /line break at its end that was not sent/],
    ['spaces around the body', { body: `  ${event.body}\n\n` }, /spaces or line breaks around it/],
    [
      'a body that was parsed and written again',
      { body: JSON.stringify(JSON.parse(event.body), null, 2) },
      /parsed and written again/,
    ],
    ['a secret with its line break', { secret: 'the secret\n' }, /The secret has a space or line break/],
    ['another secret', { secret: 'another' }, /CALLBACK_SIGNING_SECRET/],
    ['another body', { body: '{}' }, /another one/],
  ])('names %s', async (_name, change, words) => {
    for (const verdict of await check(change)) {
      expect(verdict.state).toBe('invalid');
      expect(verdict.details.join(' ')).toMatch(words);
    }
  });

  it('says which headers are missing instead of calling them wrong', async () => {
    const [plain, webhook] = await check({ headers: new Map([['webhook-id', event.id]]) });
    expect(plain).toMatchObject({ state: 'incomplete', title: 'Not among the headers' });
    expect(webhook).toMatchObject({ state: 'incomplete', title: 'Missing: webhook-timestamp, webhook-signature' });
  });

  it('tells a header of the wrong form from one that does not match', async () => {
    const headers = new Map([
      ...headersOf(['the secret']),
      ['x-signature', 'deadbeef'],
      ['webhook-signature', 'v1,short'],
    ]);
    const verdicts = await check({ headers });
    for (const { state, details } of verdicts) {
      expect(state).toBe('invalid');
      expect(details[0]).toMatch(/form is wrong/);
    }
    const [, untimed] = await check({
      headers: new Map([...headersOf(['the secret']), ['webhook-timestamp', 'today']]),
    });
    expect(untimed.title).toBe('The timestamp is no number');
  });

  it('remarks on a time that a receiver should refuse', async () => {
    const [, old] = await check({}, now + 3 * 3_600_000);
    expect(old).toMatchObject({ state: 'valid' });
    expect(old.details[0]).toContain('3 hours ago');
    const [, early] = await check({}, now - 600_000);
    expect(early.details[0]).toContain('10 minutes from now');
    const [, fresh] = await check({}, now + 60_000);
    expect(fresh.details).toEqual([]);
  });

  it('takes a signature in capitals, and says that it is unusual', async () => {
    const headers = headersOf(['the secret']);
    const capital = `sha256=${headers.get('x-signature')?.slice(7).toUpperCase()}`;
    const [plain] = await check({ headers: new Map([...headers, ['x-signature', capital]]) });
    expect(plain.state).toBe('valid');
    expect(plain.details[0]).toContain('lower case');
  });
});

describe('The example', () => {
  it('is a callback that its own check finds valid', async () => {
    const { body, headers, secret } = await exampleCallback(now);
    const verdicts = await checkSignatures({ body, secret, headers: parseHeaders(headers) }, now);
    expect(verdicts.map(({ state }) => state)).toEqual(['valid', 'valid']);
  });
});

describe('Headers are read as people paste them', () => {
  const expected = { 'x-signature': 'sha256=ab12', 'webhook-id': 'msg_1' };
  it.each([
    ['lines', 'X-Signature: sha256=ab12\nWebhook-Id: msg_1'],
    ['lines of Windows', 'X-Signature: sha256=ab12\r\nwebhook-id:msg_1\r\n'],
    ['curl -v', '> POST /hook HTTP/1.1\n> X-Signature: sha256=ab12\n> webhook-id: msg_1\n>'],
    ['a curl command', "curl http://localhost \\\n  -H 'X-Signature: sha256=ab12' \\\n  -H 'webhook-id: msg_1'"],
    ['JSON', '{"X-Signature": "sha256=ab12", "webhook-id": ["msg_1"]}'],
    ['what Node prints', "{\n  'x-signature': 'sha256=ab12',\n  'webhook-id': 'msg_1'\n}"],
    ['what Python prints', "{'X-Signature': 'sha256=ab12', 'Webhook-Id': 'msg_1'}"],
  ])('%s', (_name, text) => {
    const headers = parseHeaders(text);
    expect({ 'x-signature': headers.get('x-signature'), 'webhook-id': headers.get('webhook-id') }).toEqual(expected);
  });

  it('finds none in nothing', () => expect(parseHeaders('').size).toBe(0));
});
