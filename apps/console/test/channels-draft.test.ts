import { describe, expect, it } from 'vitest';
import type { PlatformRecord } from '@gateway/contract';
import { patchOf } from '../src/features/channels/detail/patch.js';
import {
  emptyDraft,
  freeId,
  givenCredentials,
  looksLikeTarget,
  missingFields,
  webhookAddress,
} from '../src/features/channels/wizard/draft.js';
import { optionsOf } from '../src/components/test-prompt/options.js';

const field = { secret: true, help: null, placeholder: null };
const platform: PlatformRecord = {
  id: 'pigeon',
  name: 'Pigeon',
  icon: '<svg/>',
  credentials: [
    { ...field, name: 'token', label: 'Token', required: true },
    { ...field, name: 'region', label: 'Region', required: false },
  ],
  target: { label: 'Loft', help: '', placeholder: 'loft:1', pattern: String.raw`^loft:\d+$` },
  capabilities: {
    webhook: 'optional',
    stream: 'polling',
    edit: true,
    threads: false,
    media: { url: true, bytes: true },
  },
  limits: { options: 10, option_label: 20, text: 4096, reply_window_ms: null },
  guide: '',
};

describe('A channel that is being set up', () => {
  it('needs the required credentials and the target, nothing else', () => {
    expect(missingFields(platform, emptyDraft)).toEqual(['Token', 'Loft']);
    expect(missingFields(platform, { ...emptyDraft, credentials: { token: '  ' }, target: 'loft:1' })).toEqual([
      'Token',
    ]);
    expect(missingFields(platform, { ...emptyDraft, credentials: { token: 'x' }, target: 'loft:1' })).toEqual([]);
  });

  it('sends no credential that is empty or belongs to another platform', () => {
    expect(givenCredentials(platform, { token: ' x ', region: '', signing_secret: 'y' })).toEqual({ token: 'x' });
  });

  it('is offered an id that is free', () => {
    expect(freeId('pigeon', new Set())).toBe('pigeon');
    expect(freeId('pigeon', new Set(['pigeon', 'pigeon-2', 'pigeonhole']))).toBe('pigeon-3');
  });

  it('has a webhook address only where the gateway has a public one', () => {
    expect(webhookAddress(null, 'pigeon', 'loft')).toBeNull();
    expect(webhookAddress('https://gateway.example.com', 'pigeon', 'loft')).toBe(
      'https://gateway.example.com/webhooks/default/pigeon/loft',
    );
  });

  it('is told when a target looks unusual, but not while nothing is typed', () => {
    expect(looksLikeTarget(platform.target, '')).toBe(true);
    expect(looksLikeTarget(platform.target, ' loft:7 ')).toBe(true);
    expect(looksLikeTarget(platform.target, 'attic')).toBe(false);
    expect(looksLikeTarget({ ...platform.target, pattern: '(' }, 'attic')).toBe(true);
  });
});

describe('A change of a channel', () => {
  const channel = { target_chat_id: 'loft:1', callback_url: 'https://agent.example.com/' };
  const same = { target: 'loft:1', callbackUrl: 'https://agent.example.com/', credentials: {} };

  it('holds only what differs', () => {
    expect(patchOf(channel, same)).toEqual({});
    expect(patchOf(channel, { ...same, target: 'loft:2' })).toEqual({ target_chat_id: 'loft:2' });
    expect(patchOf(channel, { ...same, callbackUrl: ' ' })).toEqual({ callback_url: null });
  });

  it('leaves secrets that were unlocked and not replaced as they are', () => {
    expect(patchOf(channel, { ...same, credentials: { token: '', region: 'eu' } })).toEqual({
      credentials: { region: 'eu' },
    });
  });
});

describe('Options of a test prompt', () => {
  it('are divided by commas and lines, without blanks and repeats', () => {
    expect(optionsOf(' Yes, No\nLater,, Yes ')).toEqual(['Yes', 'No', 'Later']);
    expect(optionsOf('')).toEqual([]);
  });
});
