import type { PlatformRecord } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { capabilities } from '../src/features/platforms/capabilities.js';

const platform = {
  id: 'example',
  name: 'Example',
  icon: '<svg/>',
  problem: null,
  credentials: [],
  target: { label: 'Chat', help: '', placeholder: '', pattern: null },
  capabilities: {
    webhook: 'optional',
    stream: 'polling',
    edit: true,
    threads: false,
    media: { url: true, bytes: false },
    choices: 'buttons',
  },
  limits: { options: 3, option_label: 20, text: 4096, reply_window_ms: 86_400_000, outside_window: ['refuse'] },
  guide: '',
} satisfies PlatformRecord;

const texts = (change: Partial<PlatformRecord['capabilities']> = {}) =>
  Object.fromEntries(
    capabilities({ ...platform, capabilities: { ...platform.capabilities, ...change } }).map(({ name, text }) => [
      name,
      text,
    ]),
  );

describe('capabilities', () => {
  it('describes whether a public URL is needed', () => {
    expect(texts()['Inbound events']).toBe(
      'The gateway polls the platform, so no public URL is needed. With PUBLIC_WEBHOOK_URL the platform can call the gateway instead.',
    );
    expect(texts({ webhook: 'required', stream: 'none' })['Inbound events']).toContain('PUBLIC_WEBHOOK_URL');
    expect(texts({ webhook: 'none', stream: 'socket' })['Inbound events']).toBe(
      'The gateway opens a connection to the platform, so no public URL is needed.',
    );
  });

  it('describes the limits', () => {
    expect(texts()['Options']).toMatch(/^Up to 3 buttons.*20 characters/);
    expect(texts()['Text']).toContain('4,096 characters');
    expect(texts()['Reply window']).toBe('Messages can be sent within 1 d after the person’s last message.');
  });

  it('describes how people choose without buttons', () => {
    expect(texts({ choices: 'replies' })['Options']).toBe(
      'No buttons. People reply with the number of an option or with its words.',
    );
    expect(texts({ choices: 'polls' })['Options']).toMatch(/^No buttons\. The prompt has a poll\./);
    expect(texts({ choices: 'reactions' })['Options']).toMatch(/^No buttons\. People react/);
    expect(texts({ choices: 'replies' })['After the answer']).not.toContain('buttons');
  });

  it('describes attachments', () => {
    expect(texts()['Attachments']).toContain('The gateway hosts files');
    expect(texts({ media: { url: true, bytes: true } })['Attachments']).toBe('By URL or as a file.');
    expect(texts({ media: { url: false, bytes: false } })['Attachments']).toBe('Not supported.');
  });
});
