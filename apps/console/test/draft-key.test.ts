import { GatewayError } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { createDraftKey } from '../src/lib/draft-key.js';

const answered = (status: number) => new GatewayError(status, { detail: 'No.' });

function start() {
  let made = 0;
  return createDraftKey(() => `key ${(made += 1)}`);
}

describe('the key of a draft', () => {
  it('stays for the same words when it is not known whether they arrived', () => {
    const key = start();
    expect(key.of('Hello')).toBe('key 1');
    for (const error of [new Error('The connection broke.'), answered(500), answered(503), answered(409)]) {
      key.failed(error);
      expect(key.of('Hello')).toBe('key 1');
    }
  });

  it('is another for other words', () => {
    const key = start();
    key.of('Hello');
    expect(key.of('Hello again')).toBe('key 2');
  });

  it('is another after a refusal, which the server would only repeat', () => {
    const key = start();
    key.of('Hello');
    key.failed(answered(400));
    expect(key.of('Hello')).toBe('key 2');
  });

  it('is another for the same words once they were sent', () => {
    const key = start();
    key.of('Hello');
    key.sent();
    expect(key.of('Hello')).toBe('key 2');
  });
});
