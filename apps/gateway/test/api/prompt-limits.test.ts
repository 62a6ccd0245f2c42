import { describe, expect, it } from 'vitest';
import { startOnce } from '../harness/shared.js';
import { startAsking } from './asking.js';

const labels = (count: number) => Array.from({ length: count }, (_, index) => `Option ${index}`);

describe('the limits of a prompt', () => {
  const accepting = startOnce(startAsking);
  // Separate, because accepted prompts expire and so change lists and chats.
  const rejecting = startOnce(startAsking);

  it.each([
    ['a text of 4096 characters', { text: 'x'.repeat(4096) }],
    ['a text of 4096 emoji, each one character', { text: '👍'.repeat(4096) }],
    ['ten options', { options: labels(10) }],
    ['an option of 64 characters', { options: ['x'.repeat(64)] }],
    ['an option of 64 emoji', { options: ['👍'.repeat(64)] }],
    ['options null', { options: null }],
    ['no options and no text allowed', { options: [], allow_text: false }],
    ['allow_text null', { allow_text: null }],
    ['callback_url null', { callback_url: null }],
    ['media null', { media_url: null, media_path: null }],
    ['a correlation_id of 255 characters', { correlation_id: 'x'.repeat(255) }],
    ['a correlation_id of 255 emoji', { correlation_id: '👍'.repeat(255) }],
    ['an empty correlation_id', { correlation_id: '' }],
    ['correlation_id null', { correlation_id: null }],
    ['ttl_sec 0', { ttl_sec: 0 }],
    ['ttl_sec 1', { ttl_sec: 1 }],
    ['ttl_sec of seven days', { ttl_sec: 604_800 }],
    ['ttl_sec null', { ttl_sec: null }],
  ])('accept %s and store it unchanged', async (_, given) => {
    const { post, get } = accepting();
    const asked = await post({ channel_id: 'approvals', text: 'Ship it?', ...given });
    expect(asked).toMatchObject({ status: 200, json: { channel_id: 'approvals' } });
    expect(['string', 'number']).toContain(typeof asked.json.message_id);
    const record = await get(asked.json.prompt_num);
    for (const [name, value] of Object.entries(given)) {
      if (value !== null && name in record) expect(record[name]).toEqual(value);
    }
  });

  it.each([
    ['a text of 4097 characters', { text: 'x'.repeat(4097) }, 'text must be at most 4096 characters.'],
    ['a text of 4097 emoji', { text: '👍'.repeat(4097) }, 'text must be at most 4096 characters.'],
    ['an empty text', { text: '' }, 'text must not be empty.'],
    ['no text', { text: undefined }, 'text is required.'],
    ['a null text', { text: null }, 'text must be a string, not null.'],
    ['a text that is a number', { text: 7 }, 'text must be a string, not a number.'],
    ['eleven options', { options: labels(11) }, 'options must have at most 10 items.'],
    ['an option of 65 characters', { options: ['fine', 'x'.repeat(65)] }, 'options.1 must be at most 64 characters.'],
    ['an empty option', { options: ['fine', ''] }, 'options.1 must not be empty.'],
    ['an option that is a number', { options: ['fine', 1] }, 'options.1 must be a string, not a number.'],
    ['two equal options', { options: ['Yes', 'Yes'] }, 'options must not repeat a label: an answer names one option.'],
    ['options as a string', { options: 'Yes' }, 'options must be a list of strings, such as ["Yes","No"].'],
    [
      'options that are an object',
      { options: { 0: 'Yes' } },
      'options must be a list of strings, such as ["Yes","No"].',
    ],
    ['allow_text as a string', { allow_text: 'true' }, 'allow_text must be true or false, not a string.'],
    [
      'a correlation_id of 256 characters',
      { correlation_id: 'x'.repeat(256) },
      'correlation_id must be at most 255 characters.',
    ],
    ['ttl_sec -1', { ttl_sec: -1 }, 'ttl_sec must be at least 0.'],
    ['ttl_sec of seven days and a second', { ttl_sec: 604_801 }, 'ttl_sec must be at most 604800 (7 days; 0: never).'],
    ['a fractional ttl_sec', { ttl_sec: 1.5 }, 'ttl_sec must be a whole number, not a fraction.'],
    ['ttl_sec as a string', { ttl_sec: '60' }, 'ttl_sec must be a number, not a string.'],
    ['an invalid callback_url', { callback_url: 'nonsense' }, 'callback_url must be an http:// or https:// URL.'],
    [
      'a file: callback_url',
      { callback_url: 'file:///etc/passwd' },
      'callback_url must be an http:// or https:// URL.',
    ],
    ['an invalid media_url', { media_url: '/etc/passwd' }, 'media_url must be an http:// or https:// URL.'],
    ['a channel_id with a space', { channel_id: 'a b' }, 'channel_id must contain only A-Z a-z 0-9 . _ -.'],
    ['an unknown field', { ttl: 5 }, 'ttl is unknown (did you mean ttl_sec?).'],
  ])('reject %s with the fix, and post nothing', async (_, given, detail) => {
    const { post, list, chat } = rejecting();
    const before = { prompts: (await list('?state=all')).json, chat: chat() };
    const refused = await post({ channel_id: 'approvals', text: 'Ship it?', ...given });
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toBe(detail);
    expect(refused.json.issues).toHaveLength(1);
    expect(refused.json.issues[0].code).toMatch(/^[a-z_]+$/);
    expect({ prompts: (await list('?state=all')).json, chat: chat() }).toEqual(before);
  });

  it('are reported together when a request breaks several', async () => {
    const { post } = rejecting();
    const refused = await post({ text: '', options: labels(11), ttl_sec: -1 });
    expect(refused.json.issues.map(({ path }: { path: string[] }) => path[0]).toSorted()).toEqual([
      'options',
      'text',
      'ttl_sec',
    ]);
    expect(refused.json.detail).toBe(
      'text must not be empty; options must have at most 10 items; ttl_sec must be at least 0.',
    );
  });
});
