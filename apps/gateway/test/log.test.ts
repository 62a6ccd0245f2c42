import { describe, expect, it } from 'vitest';
import { scrubber } from '../src/log.js';

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

  it('is not changed by unset or short secrets, which occur in ordinary words', () => {
    const line = '{"message":"the gateway is ready"}';
    expect(scrubber(['', 'the', 'ready'])(line)).toBe(line);
  });
});
