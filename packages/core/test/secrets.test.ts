import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createSealer, generateKey, isWellFormedKey, keyPrefix, signatureHeaders } from '../src/index.js';

describe('createSealer', () => {
  const key = randomBytes(32);

  it('opens a sealed text only with its context, and seals to a different text each time', () => {
    const sealer = createSealer(key);
    const sealed = sealer.seal('the token', 'channel a');
    expect(sealed).not.toContain('token');
    expect(sealer.open(sealed, 'channel a')).toBe('the token');
    expect(() => sealer.open(sealed, 'channel b')).toThrow();
    expect(sealer.seal('the token', 'channel a')).not.toBe(sealed);
  });

  it('opens a text of a previous key while that key is configured', () => {
    const sealed = createSealer(key).seal('the token', 'a');
    const next = randomBytes(32);
    expect(createSealer(next, [key]).open(sealed, 'a')).toBe('the token');
    expect(() => createSealer(next).open(sealed, 'a')).toThrow('ENCRYPTION_KEY_PREVIOUS');
  });

  it('rejects a sealed text that was changed', () => {
    const sealer = createSealer(key);
    const [version, id, iv, data = ''] = sealer.seal('the token', 'a').split('.');
    const bytes = Buffer.from(data, 'base64url');
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    expect(() => sealer.open([version, id, iv, bytes.toString('base64url')].join('.'), 'a')).toThrow();
  });
});

describe('an API key', () => {
  it('has the documented form, a valid checksum, and a public prefix', () => {
    const key = generateKey();
    expect(key).toMatch(/^gw_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
    expect(isWellFormedKey(key)).toBe(true);
    expect(keyPrefix(key)).toBe(key.slice(0, 11));
    expect(new Set(Array.from({ length: 1000 }, generateKey)).size).toBe(1000);
  });

  it('is rejected as malformed when any character is mistyped', () => {
    const key = generateKey();
    for (let place = 3; place < key.length; place += 1) {
      const other = key[place] === 'x' ? 'y' : 'x';
      expect(isWellFormedKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
    }
  });

  it('from the configuration has a prefix of at most a quarter of the key', () => {
    expect(keyPrefix('sixteen-letters!')).toBe('sixt');
  });
});

describe('signatureHeaders', () => {
  const event = { id: 'evt-1', body: '{"text":"Grüße 🙂"}', signed: true };
  const now = Date.now();

  it('pass a Standard Webhooks verifier with the current and the previous secret', () => {
    const headers = signatureHeaders(event, ['the new secret', 'the old secret'], now);
    for (const secret of ['the new secret', 'the old secret']) {
      expect(new Webhook(secret, { format: 'raw' }).verify(event.body, headers)).toEqual({ text: 'Grüße 🙂' });
    }
    expect(() => new Webhook('another', { format: 'raw' }).verify(event.body, headers)).toThrow();
  });

  it('have X-Signature with the current secret only, and not on unsigned events', () => {
    const alone = signatureHeaders(event, ['the new secret'], now)['x-signature'];
    expect(signatureHeaders(event, ['the new secret', 'old'], now)['x-signature']).toBe(alone);
    expect(alone).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(signatureHeaders({ ...event, signed: false }, ['the new secret'], now)).not.toHaveProperty('x-signature');
  });
});
