import type { PlatformRecord } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { capabilities } from '../src/features/platforms/capabilities.js';

const platform = {
  id: 'example',
  name: 'Example',
  icon: '<svg/>',
  credentials: [],
  target: { label: 'Chat', help: '', placeholder: '', pattern: null },
  capabilities: {
    webhook: 'optional',
    stream: 'polling',
    edit: true,
    threads: false,
    media: { url: true, bytes: false },
  },
  limits: { options: 3, option_label: 20, text: 4096, reply_window_ms: 86_400_000 },
  guide: '',
} satisfies PlatformRecord;

const words = (change: Partial<PlatformRecord['capabilities']> = {}) =>
  Object.fromEntries(
    capabilities({ ...platform, capabilities: { ...platform.capabilities, ...change } }).map(({ name, words }) => [
      name,
      words,
    ]),
  );

describe('An adapter’s capabilities in words', () => {
  it('says whether a public address is needed', () => {
    expect(words()['Events arrive']).toBe(
      'The gateway asks the platform for them, so no public address is needed. With PUBLIC_WEBHOOK_URL the platform may call instead.',
    );
    expect(words({ webhook: 'required', stream: 'none' })['Events arrive']).toContain('PUBLIC_WEBHOOK_URL');
    expect(words({ webhook: 'none', stream: 'socket' })['Events arrive']).toBe(
      'Over a connection that the gateway opens, so no public address is needed.',
    );
  });

  it('names its limits', () => {
    expect(words()['Options']).toMatch(/^Up to 3 as buttons.*20 characters/);
    expect(words()['Text']).toContain('4,096 characters');
    expect(words()['When one may write']).toBe('Within 1 d after the person last wrote.');
  });

  it('says how attachments go', () => {
    expect(words()['Attachments']).toBe('By an address that the platform can fetch.');
    expect(words({ media: { url: true, bytes: true } })['Attachments']).toBe('By address or as a file.');
    expect(words({ media: { url: false, bytes: false } })['Attachments']).toBe('None.');
  });
});
