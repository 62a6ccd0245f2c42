import { describe, expect, it } from 'vitest';
import type { PlatformRecord } from '@gateway/contract';
import { patchOf } from '../src/features/channels/detail/patch.js';
import {
  emptyDraft,
  freeId,
  givenCredentials,
  looksLikeTarget,
  missingFields,
  promptSettings,
  webhookAddress,
} from '../src/features/channels/wizard/draft.js';
import { optionsOf } from '../src/components/test-prompt/options.js';

const field = { secret: true, help: null, placeholder: null };
const platform: PlatformRecord = {
  id: 'pigeon',
  name: 'Pigeon',
  icon: '<svg/>',
  problem: null,
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
    choices: 'buttons',
  },
  limits: { options: 10, option_label: 20, text: 4096, reply_window_ms: null, outside_window: ['refuse'] },
  guide: '',
};

describe('channel draft', () => {
  it('requires the required credentials and the target only', () => {
    expect(missingFields(platform, emptyDraft)).toEqual(['Token', 'Loft']);
    expect(missingFields(platform, { ...emptyDraft, credentials: { token: '  ' }, target: 'loft:1' })).toEqual([
      'Token',
    ]);
    expect(missingFields(platform, { ...emptyDraft, credentials: { token: 'x' }, target: 'loft:1' })).toEqual([]);
  });

  it('omits empty credentials and those of other platforms', () => {
    expect(givenCredentials(platform, { token: ' x ', region: '', signing_secret: 'y' })).toEqual({ token: 'x' });
  });

  it('has the chosen settings of prompts, and none for a channel of messages', () => {
    expect(promptSettings(emptyDraft)).toEqual({});
    const chosen = { ...emptyDraft, approvers: [{ group: 'leads' }], policy: 'two', promptLinks: true };
    expect(promptSettings(chosen)).toEqual({ approvers: [{ group: 'leads' }], policy: 'two', prompt_links: true });
    expect(promptSettings({ ...chosen, type: 'MESSAGE' })).toEqual({});
  });

  it('suggests a free id', () => {
    expect(freeId('pigeon', new Set())).toBe('pigeon');
    expect(freeId('pigeon', new Set(['pigeon', 'pigeon-2', 'pigeonhole']))).toBe('pigeon-3');
  });

  it('has a webhook URL only if the gateway has a public URL', () => {
    expect(webhookAddress(null, 'pigeon', 'loft')).toBeNull();
    expect(webhookAddress('https://gateway.example.com', 'pigeon', 'loft')).toBe(
      'https://gateway.example.com/webhooks/default/pigeon/loft',
    );
  });

  it('flags an unusual target, but not an empty one', () => {
    expect(looksLikeTarget(platform.target, '')).toBe(true);
    expect(looksLikeTarget(platform.target, ' loft:7 ')).toBe(true);
    expect(looksLikeTarget(platform.target, 'attic')).toBe(false);
    expect(looksLikeTarget({ ...platform.target, pattern: '(' }, 'attic')).toBe(true);
  });
});

describe('patchOf', () => {
  const channel = {
    target_chat_id: 'loft:1',
    callback_url: 'https://agent.example.com/',
    outside_window: 'refuse',
    prompt_links: false,
    window_template: null,
  } as const;
  const same = {
    target_chat_id: 'loft:1',
    callback_url: 'https://agent.example.com/',
    outside_window: 'refuse',
    approvers: [],
    policy: '',
    prompt_links: false,
    max_open_per_key: '',
    max_open_per_person: '',
    window_template: { name: '', language: '' },
    credentials: {},
  } as const;

  it('contains only the changed fields', () => {
    expect(patchOf(channel, same)).toEqual({});
    expect(patchOf(channel, { ...same, target_chat_id: 'loft:2' })).toEqual({ target_chat_id: 'loft:2' });
    expect(patchOf(channel, { ...same, callback_url: ' ' })).toEqual({ callback_url: null });
    expect(patchOf({ ...channel, max_open_per_key: 2 }, { ...same, max_open_per_person: '7' })).toEqual({
      max_open_per_key: null,
      max_open_per_person: 7,
    });
    expect(patchOf(channel, { ...same, credentials: { old: null, next: 'x', opened: ' ' } })).toEqual({
      credentials: { old: '', next: 'x' },
    });
    expect(patchOf(channel, { ...same, outside_window: 'direct' })).toEqual({ outside_window: 'direct' });
    expect(patchOf(channel, { ...same, prompt_links: true })).toEqual({ prompt_links: true });
  });

  it('sets approvers and policy, and removes them with null', () => {
    const approvers = [{ group: 'leads' }];
    expect(patchOf(channel, { ...same, approvers, policy: 'two' })).toEqual({ approvers, policy: 'two' });
    const governed = { ...channel, approvers, policy: 'two' };
    expect(patchOf(governed, { ...same, approvers, policy: 'two' })).toEqual({});
    expect(patchOf(governed, same)).toEqual({ approvers: null, policy: null });
  });

  it('has the template when it was changed, and null when it was emptied', () => {
    const template = { name: 'question_waiting', language: 'en' };
    const patch = { outside_window: 'template', window_template: template };
    expect(patchOf(channel, { ...same, outside_window: 'template', window_template: template })).toEqual(patch);
    const saved = { ...channel, window_template: template };
    expect(patchOf(saved, { ...same, window_template: template })).toEqual({});
    expect(patchOf(saved, same)).toEqual({ window_template: null });
  });

  it('omits credentials that were opened but left empty', () => {
    expect(patchOf(channel, { ...same, credentials: { token: '', region: 'eu' } })).toEqual({
      credentials: { region: 'eu' },
    });
  });
});

describe('optionsOf', () => {
  it('splits at commas and line breaks and drops blanks and duplicates', () => {
    expect(optionsOf(' Yes, No\nLater,, Yes ')).toEqual(['Yes', 'No', 'Later']);
    expect(optionsOf('')).toEqual([]);
  });
});
