import { describe, expect, it } from 'vitest';
import { registerChannel, startTelegram, startTestGateway, type Reply } from '../harness/gateway.js';
import { startOnce } from '../harness/shared.js';

async function setUp() {
  const { telegram, env } = await startTelegram();
  const gateway = await startTestGateway({ env: { ...env, DEFAULT_PROMPT_CHANNEL_ID: 'approvals' } });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  const post = (body: unknown) => gateway.request('POST', '/v1/prompts/new', { body });
  return {
    asJson: (fields: object) => post(fields),
    asForm: (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      return post(form);
    },
    /** The stored prompt without the fields that differ between any two prompts. */
    async kept(reply: Reply) {
      expect(reply.status).toBe(200);
      const record = (await gateway.request('GET', `/v1/prompts/${reply.json.prompt_id.slice(1)}`)).json;
      const lifetime =
        record.expires_at === null ? null : Date.parse(record.expires_at) - Date.parse(record.created_at);
      const posts = record.posts?.map((post: object) => ({ ...post, message_id: null }));
      return { ...record, posts, id: null, prompt_num: null, message_id: null, created_at: null, expires_at: lifetime };
    },
  };
}

describe('a form and a JSON body with the same prompt', () => {
  const shared = startOnce(setUp);

  it.each([
    ['text', { text: 'Ship "it"? ✅\nNow.' }, { text: 'Ship "it"? ✅\nNow.' }],
    ['channel_id', { text: 'a', channel_id: 'approvals' }, { text: 'a', channel_id: 'approvals' }],
    ['options', { text: 'a', options: ['Yes', 'Nö 🙂'] }, { text: 'a', options: '["Yes","N\\u00f6 🙂"]' }],
    ['one option', { text: 'a', options: ['Yes, do'] }, { text: 'a', options: '["Yes, do"]' }],
    ['no options', { text: 'a', options: [] }, { text: 'a', options: '[]' }],
    ['allow_text', { text: 'a', allow_text: true }, { text: 'a', allow_text: 'true' }],
    ['allow_text as True', { text: 'a', allow_text: true }, { text: 'a', allow_text: 'True' }],
    ['allow_text false', { text: 'a', allow_text: false }, { text: 'a', allow_text: 'false' }],
    [
      'notify_on_expiry',
      { text: 'a', notify_on_expiry: true, callback_url: 'http://127.0.0.1:9/x' },
      { text: 'a', notify_on_expiry: 'true', callback_url: 'http://127.0.0.1:9/x' },
    ],
    [
      'a decision about an action',
      {
        text: 'a',
        action: { name: 'deploy', args: { b: 1, a: ['x'] } },
        decisions: ['approve', 'edit'],
        labels: { approve: 'Go' },
        reason_wait_sec: 30,
        approvers: [{ user_id: '1' }],
        requested_by: { user_id: '2' },
        channels: ['approvals'],
      },
      {
        text: 'a',
        action: '{"name":"deploy","args":{"b":1,"a":["x"]}}',
        decisions: '["approve","edit"]',
        labels: '{"approve":"Go"}',
        reason_wait_sec: '30',
        approvers: '[{"user_id":"1"}]',
        requested_by: '{"user_id":"2"}',
        channels: '["approvals"]',
      },
    ],
    ['correlation_id', { text: 'a', correlation_id: 'x'.repeat(255) }, { text: 'a', correlation_id: 'x'.repeat(255) }],
    ['ttl_sec', { text: 'a', ttl_sec: 604_800 }, { text: 'a', ttl_sec: '604800' }],
    ['ttl_sec 0', { text: 'a', ttl_sec: 0 }, { text: 'a', ttl_sec: '0' }],
    [
      'empty values',
      { text: 'a' },
      {
        text: 'a',
        channel_id: '',
        options: '',
        allow_text: '',
        notify_on_expiry: '',
        callback_url: '',
        correlation_id: '',
        ttl_sec: '',
        media_url: '',
        media_path: '',
      },
    ],
  ])('are stored alike with %s', async (_, json, form) => {
    const { asJson, asForm, kept } = shared();
    expect(await kept(await asForm(form))).toEqual(await kept(await asJson(json)));
  });

  it.each([
    ['no text', {}, {}],
    ['a text of 4097 characters', { text: 'a'.repeat(4097) }, { text: 'a'.repeat(4097) }],
    ['a text with U+0000', { text: 'a\0' }, { text: 'a\0' }],
    [
      'eleven options',
      { text: 'a', options: [...'abcdefghijk'] },
      { text: 'a', options: JSON.stringify([...'abcdefghijk']) },
    ],
    [
      'an option of 65 characters',
      { text: 'a', options: ['a'.repeat(65)] },
      { text: 'a', options: JSON.stringify(['a'.repeat(65)]) },
    ],
    ['an option that is a number', { text: 'a', options: [1] }, { text: 'a', options: '[1]' }],
    ['a repeated option', { text: 'a', options: ['a', 'a'] }, { text: 'a', options: '["a","a"]' }],
    ['an invalid callback_url', { text: 'a', callback_url: 'x' }, { text: 'a', callback_url: 'x' }],
    [
      'a forbidden callback_url',
      { text: 'a', callback_url: 'http://169.254.1.1/' },
      { text: 'a', callback_url: 'http://169.254.1.1/' },
    ],
    [
      'a forbidden media_url',
      { text: 'a', media_url: 'http://169.254.1.1/' },
      { text: 'a', media_url: 'http://169.254.1.1/' },
    ],
    [
      'a correlation_id of 256 characters',
      { text: 'a', correlation_id: 'a'.repeat(256) },
      { text: 'a', correlation_id: 'a'.repeat(256) },
    ],
    ['a ttl_sec below 0', { text: 'a', ttl_sec: -1 }, { text: 'a', ttl_sec: '-1' }],
    ['a ttl_sec above the maximum', { text: 'a', ttl_sec: 604_801 }, { text: 'a', ttl_sec: '604801' }],
    ['a fractional ttl_sec', { text: 'a', ttl_sec: 1.5 }, { text: 'a', ttl_sec: '1.5' }],
    ['an unknown channel', { text: 'a', channel_id: 'nowhere' }, { text: 'a', channel_id: 'nowhere' }],
    ['an unknown field', { text: 'a', colour: 'red' }, { text: 'a', colour: 'red' }],
    ['a media_path without MEDIA_ALLOWED_DIR', { text: 'a', media_path: 'a.png' }, { text: 'a', media_path: 'a.png' }],
    [
      'two media sources',
      { text: 'a', media_url: 'http://127.0.0.1:9/a', media_path: 'a.png' },
      { text: 'a', media_url: 'http://127.0.0.1:9/a', media_path: 'a.png' },
    ],
  ])('are rejected with the same error for %s', async (_, json, form) => {
    const { asJson, asForm } = shared();
    const [refused, likewise] = [await asJson(json), await asForm(form)];
    expect(refused.status).toBe(400);
    expect({ status: likewise.status, ...likewise.json }).toEqual({ status: 400, ...refused.json });
  });

  const aList = 'a JSON array of strings, such as ["Yes","No"], or one part for each label';
  it.each([
    ['options', 'Yes,No', aList],
    ['options', 'Ok', aList],
    ['options', '"Yes"', aList],
    ['options', '{"a":1}', aList],
    ['options', '12', aList],
    ['options', 'null', aList],
    ['options', '[Yes', aList],
    ['options', '['.repeat(60_000), aList],
    ['allow_text', 'yes', 'true or false'],
    ['notify_on_expiry', '1', 'true or false'],
    ['ttl_sec', 'soon', 'a number of seconds'],
    ['ttl_sec', '1e3', 'a number of seconds'],
    ['ttl_sec', ' 60', 'a number of seconds'],
    ['ttl_sec', '9'.repeat(400), 'a number of seconds'],
  ])('name the expected form of %s when it is %s', async (name, value, expected) => {
    const { asForm } = shared();
    const refused = await asForm({ text: 'a', [name]: value });
    expect(refused).toMatchObject({
      status: 400,
      json: { detail: `${name} must be ${expected}.`, issues: [{ path: [name] }] },
    });
  });
});
