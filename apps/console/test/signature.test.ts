// The gateway's own signer, which the console must agree with.
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

describe('checkSignatures', () => {
  it('accepts signatures of the gateway', async () => {
    const [plain, webhook] = await check();
    expect(plain).toMatchObject({ state: 'valid', details: [] });
    expect(webhook).toMatchObject({ state: 'valid', details: [] });
  });

  it('computes test case 2 of RFC 4231', async () => {
    const [plain] = await check({ body: 'what do ya want for nothing?', secret: 'Jefe', headers: new Map() });
    expect(plain.expected).toBe('sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  it('supports secrets with any bytes and an empty secret', async () => {
    for (const secret of ['', 'ü€😀', 'x'.repeat(200), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']) {
      const verdicts = await check({ secret, headers: headersOf([secret]) });
      expect(verdicts.map(({ state }) => state)).toEqual(['valid', 'valid']);
    }
  });

  it('names the secret that signed during a rotation', async () => {
    const headers = headersOf(['the new secret', 'the secret']);
    const [plain, webhook] = await check({ headers });
    expect(plain.state).toBe('invalid');
    expect(webhook).toMatchObject({ state: 'valid' });
    expect(webhook.details[0]).toContain('previous secret: signature 2 of 2');
  });

  it.each([
    ['a line break at the end of the body', { body: `${event.body}\n` }, /ends with a line break that was not sent/],
    ['spaces around the body', { body: `  ${event.body}\n\n` }, /spaces or line breaks around it/],
    [
      'a body that was parsed and serialised again',
      { body: JSON.stringify(JSON.parse(event.body), null, 2) },
      /parsed and serialised again/,
    ],
    ['a secret with its line break', { secret: 'the secret\n' }, /The secret has a space or line break/],
    ['another secret', { secret: 'another' }, /CALLBACK_SIGNING_SECRET/],
    ['another body', { body: '{}' }, /body or the secret differs/],
  ])('explains %s', async (_name, change, words) => {
    for (const verdict of await check(change)) {
      expect(verdict.state).toBe('invalid');
      expect(verdict.details.join(' ')).toMatch(words);
    }
  });

  it('reports missing headers as incomplete', async () => {
    const [plain, webhook] = await check({ headers: new Map([['webhook-id', event.id]]) });
    expect(plain).toMatchObject({ state: 'incomplete', title: 'Header missing' });
    expect(webhook).toMatchObject({ state: 'incomplete', title: 'Missing: webhook-timestamp, webhook-signature' });
  });

  it('distinguishes a malformed header from a wrong signature', async () => {
    const headers = new Map([
      ...headersOf(['the secret']),
      ['x-signature', 'deadbeef'],
      ['webhook-signature', 'v1,short'],
    ]);
    const verdicts = await check({ headers });
    for (const { state, details } of verdicts) {
      expect(state).toBe('invalid');
      expect(details[0]).toMatch(/format is wrong/);
    }
    const [, untimed] = await check({
      headers: new Map([...headersOf(['the secret']), ['webhook-timestamp', 'today']]),
    });
    expect(untimed.title).toBe('The timestamp is not a number');
  });

  it('warns about timestamps that a receiver should reject', async () => {
    const [, old] = await check({}, now + 3 * 3_600_000);
    expect(old).toMatchObject({ state: 'valid' });
    expect(old.details[0]).toContain('3 hours ago');
    const [, early] = await check({}, now - 600_000);
    expect(early.details[0]).toContain('in the future (in 10 minutes)');
    const [, fresh] = await check({}, now + 60_000);
    expect(fresh.details).toEqual([]);
  });

  it('accepts an upper-case signature with a remark', async () => {
    const headers = headersOf(['the secret']);
    const capital = `sha256=${headers.get('x-signature')?.slice(7).toUpperCase()}`;
    const [plain] = await check({ headers: new Map([...headers, ['x-signature', capital]]) });
    expect(plain.state).toBe('valid');
    expect(plain.details[0]).toContain('lower case');
  });
});

describe('exampleCallback', () => {
  it('has valid signatures', async () => {
    const { body, headers, secret } = await exampleCallback(now);
    const verdicts = await checkSignatures({ body, secret, headers: parseHeaders(headers) }, now);
    expect(verdicts.map(({ state }) => state)).toEqual(['valid', 'valid']);
  });
});

describe('parseHeaders', () => {
  const expected = { 'x-signature': 'sha256=ab12', 'webhook-id': 'msg_1' };
  it.each([
    ['lines', 'X-Signature: sha256=ab12\nWebhook-Id: msg_1'],
    ['lines with CRLF', 'X-Signature: sha256=ab12\r\nwebhook-id:msg_1\r\n'],
    ['curl -v', '> POST /hook HTTP/1.1\n> X-Signature: sha256=ab12\n> webhook-id: msg_1\n>'],
    ['a curl command', "curl http://localhost \\\n  -H 'X-Signature: sha256=ab12' \\\n  -H 'webhook-id: msg_1'"],
    ['JSON', '{"X-Signature": "sha256=ab12", "webhook-id": ["msg_1"]}'],
    ['what Node prints', "{\n  'x-signature': 'sha256=ab12',\n  'webhook-id': 'msg_1'\n}"],
    ['what Python prints', "{'X-Signature': 'sha256=ab12', 'Webhook-Id': 'msg_1'}"],
  ])('%s', (_name, text) => {
    const headers = parseHeaders(text);
    expect({ 'x-signature': headers.get('x-signature'), 'webhook-id': headers.get('webhook-id') }).toEqual(expected);
  });

  it('returns no headers for an empty string', () => expect(parseHeaders('').size).toBe(0));
});
