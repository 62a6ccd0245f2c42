import { describe, expect, it } from 'vitest';
import { parseJson, refuse } from '../src/index.js';

describe('refuse', () => {
  it('returns a reply with the status and the detail as JSON', () => {
    expect(refuse(401, 'The signature is missing.')).toEqual({
      status: 401,
      body: { detail: 'The signature is missing.' },
    });
  });
});

describe('parseJson', () => {
  it('parses a string and UTF-8 bytes', () => {
    expect(parseJson('{"a":"ü"}')).toEqual({ a: 'ü' });
    expect(parseJson(Buffer.from('{"a":"ü🙂"}'))).toEqual({ a: 'ü🙂' });
  });

  it('reads only the given part of a larger buffer', () => {
    const whole = Buffer.from('xx[1]yy');
    expect(parseJson(new Uint8Array(whole.buffer, whole.byteOffset + 2, 3))).toEqual([1]);
  });

  it.each(['', '{', 'undefined', '\u0000'])('returns undefined for %j', (text) => {
    expect(parseJson(text)).toBeUndefined();
    expect(parseJson(Buffer.from(text))).toBeUndefined();
  });
});
