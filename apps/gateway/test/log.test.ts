import { describe, expect, it } from 'vitest';
import { generateKey } from '@gateway/core';
import { scrubber } from '../src/service/log.js';

describe('a log line', () => {
  it('never holds a known secret, in text or in JSON', () => {
    const secret = String.raw`pass"word\with quotes`;
    const scrub = scrubber([secret, 'another secret']);
    expect(scrub(`connecting with ${secret} and another secret, another secret`)).toBe(
      'connecting with [secret] and [secret], [secret]',
    );
    const line = JSON.stringify({ message: `failed: ${secret}`, nested: { text: 'another secret' } });
    expect(scrub(line)).toBe('{"message":"failed: [secret]","nested":{"text":"[secret]"}}');
  });

  it('never holds an API key, a signing secret or a bearer token that is known by its form only', () => {
    const key = generateKey();
    const line = scrubber([])(
      `refused ${key}, whsec_c2VjcmV0c2VjcmV0c2VjcmV0, {"authorization":"Bearer abcdefgh.ijkl"}`,
    );
    expect(line).not.toContain(key.slice(12, 30));
    expect(line).not.toContain('c2VjcmV0');
    expect(line).not.toContain('ijkl');
    expect(line).toContain(`${key.slice(0, 12)}[secret]`);
  });

  it('is not changed by unset or short secrets, which occur in ordinary words', () => {
    const line = '{"message":"the gateway is ready"}';
    expect(scrubber(['', 'the', 'ready'])(line)).toBe(line);
  });
});
