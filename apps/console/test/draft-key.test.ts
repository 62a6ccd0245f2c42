import { GatewayError } from '@gateway/contract/values';
import { describe, expect, it } from 'vitest';
import { createDraftKey, type HeldKey } from '../src/lib/storage/draft-key.js';

const answered = (status: number, retryable = status !== 400) =>
  new GatewayError(status, { detail: 'No.', code: null, retryable });

function start() {
  let made = 0;
  return createDraftKey(undefined, () => `key ${(made += 1)}`);
}

describe('draft key', () => {
  it('stays the same for a retry that may succeed', () => {
    const key = start();
    expect(key.of('Hello')).toBe('key 1');
    for (const error of [
      new Error('The connection broke.'),
      answered(500),
      answered(503),
      answered(409),
      answered(400, true),
    ]) {
      key.failed(error);
      expect(key.of('Hello')).toBe('key 1');
    }
  });

  it('changes with the content', () => {
    const key = start();
    key.of('Hello');
    expect(key.of('Hello again')).toBe('key 2');
  });

  it('changes after a final refusal', () => {
    const key = start();
    key.of('Hello');
    key.failed(answered(400));
    expect(key.of('Hello')).toBe('key 2');
  });

  it('changes after a success', () => {
    const key = start();
    key.of('Hello');
    key.sent();
    expect(key.of('Hello')).toBe('key 2');
  });

  it('is the same after a reload when its storage kept it', () => {
    let held: HeldKey | null = null;
    const storage = {
      read: () => held,
      write: (next: HeldKey | null) => {
        held = next;
      },
    };
    expect(createDraftKey(storage, () => 'key 1').of('Hello')).toBe('key 1');
    const reloaded = createDraftKey(storage, () => 'key 2');
    expect(reloaded.of('Hello')).toBe('key 1');
    reloaded.sent();
    expect(reloaded.of('Hello')).toBe('key 2');
  });
});
