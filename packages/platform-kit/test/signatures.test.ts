import { describe, expect, it } from 'vitest';
import { accountKey, hmacHex, isFresh, isHmacHex, safeEqual } from '../src/index.js';

describe('isHmacHex', () => {
  // Test case 2 of RFC 4231.
  const signature = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';

  it('accepts the HMAC-SHA256 of the parts, however they are divided', () => {
    expect(isHmacHex(signature, 'Jefe', 'what do ya want for nothing?')).toBe(true);
    expect(isHmacHex(signature, 'Jefe', 'what do ya want ', Buffer.from('for nothing?'))).toBe(true);
  });

  it.each(['', signature.toUpperCase(), signature.slice(1), hmacHex('other', 'what do ya want for nothing?')])(
    'rejects %j',
    (given) => {
      expect(isHmacHex(given, 'Jefe', 'what do ya want for nothing?')).toBe(false);
    },
  );
});

describe('safeEqual', () => {
  it('compares strings of any length', () => {
    expect([safeEqual('a', 'a'), safeEqual('a', 'ab'), safeEqual('', 'a')]).toEqual([true, false, false]);
  });
});

describe('isFresh', () => {
  it.each([
    [1000, 1_000_000, true],
    [1000, 1_300_000, true],
    [1000, 1_300_001, false],
    [1300, 1_000_000, true],
    [1301, 1_000_000, false],
    [Number.NaN, 1_000_000, false],
  ])('timestamp %d s at %d ms: %s', (seconds, nowMs, expected) => {
    expect(isFresh(seconds, nowMs)).toBe(expected);
  });
});

describe('accountKey', () => {
  it('differs when values move from one part to the other', () => {
    expect(accountKey('ab', 'c')).not.toBe(accountKey('a', 'bc'));
    expect(accountKey('ab', 'c')).toMatch(/^[0-9a-f]{32}$/);
  });
});
