/* oxlint-disable unicorn/require-post-message-target-origin -- a method of Slack, not of a window */
import { manualClock, shownText } from '@gateway/simulators/slack';
import { describe, expect, it } from 'vitest';
import { buttons, refusal, section, start } from './setup.js';

describe('Slack simulator: Web API', () => {
  it('posts, edits and deletes messages, also in threads', async () => {
    const { sim, ops, web } = await start();
    const posted = await web.chat.postMessage({ channel: '#ops', text: 'one' });
    expect(posted).toMatchObject({
      ok: true,
      channel: ops.id,
      message: { user: sim.app.userId, bot_id: sim.app.botId, text: 'one' },
    });
    const ts = posted.ts ?? '';
    await web.chat.postMessage({ channel: ops.id, thread_ts: ts, text: 'under it' });
    expect((await web.conversations.replies({ channel: ops.id, ts })).messages?.map(({ text }) => text)).toEqual([
      'one',
      'under it',
    ]);
    expect((await web.conversations.history({ channel: ops.id })).messages).toHaveLength(1);
    await web.chat.update({ channel: ops.id, ts, text: 'two' });
    expect(sim.messages(ops)[0]).toMatchObject({ ts, text: 'two', edited: { user: sim.app.userId } });
    await web.chat.delete({ channel: ops.id, ts });
    expect(await refusal(web.chat.update({ channel: ops.id, ts, text: 'three' }))).toBe('message_not_found');
  });

  it('lets a bot change only its own messages', async () => {
    const { sim, ops, ada, web } = await start();
    const { ts } = sim.writeText({ channel: ops, user: ada, text: 'mine' });
    expect(await refusal(web.chat.update({ channel: ops.id, ts, text: 'yours' }))).toBe('cant_update_message');
    expect(await refusal(web.chat.delete({ channel: ops.id, ts }))).toBe('cant_delete_message');
  });

  it('identifies the caller by its token', async () => {
    const { sim, web, clientOf } = await start();
    expect(await web.auth.test()).toMatchObject({
      user_id: sim.app.userId,
      team: 'Simulated',
      response_metadata: { scopes: expect.arrayContaining(['chat:write']) },
    });
    expect(await refusal(clientOf('xoxb-wrong').auth.test())).toBe('invalid_auth');
    expect(await refusal(clientOf('').auth.test())).toBe('not_authed');
    expect(await refusal(clientOf(sim.appToken).auth.test())).toBe('not_allowed_token_type');
    expect(await refusal(web.apps.connections.open({}))).toBe('not_allowed_token_type');
    sim.revokeToken();
    expect(await refusal(web.auth.test())).toBe('token_revoked');
  });

  it('requires scopes, membership and an open channel', async () => {
    const { sim, ops, web } = await start();
    const post = (channel: string) => web.chat.postMessage({ channel, text: 'x' });
    expect(await refusal(post('C404'))).toBe('channel_not_found');
    expect(await refusal(post(sim.addChannel({ isPrivate: true, withApp: false }).id))).toBe('channel_not_found');
    const foreign = sim.addChannel({ withApp: false });
    expect(await refusal(post(foreign.id))).toBe('not_in_channel');
    sim.addScope('chat:write.public');
    await post(foreign.id);
    sim.archive(ops);
    expect(await refusal(post(ops.id))).toBe('is_archived');
    sim.removeScope('chat:write');
    await expect(post(foreign.id)).rejects.toMatchObject({ data: { error: 'missing_scope', needed: 'chat:write' } });
    expect(await refusal(web.apiCall('chat.meMessage'))).toBe('unknown_method');
  });

  it('opens the direct message of a person, also for ephemeral messages', async () => {
    const { sim, ada, ops, web } = await start();
    const { channel } = await web.chat.postMessage({ channel: ada.id, text: 'Psst' });
    expect(channel).toMatch(/^D/);
    expect((await web.conversations.open({ users: ada.id })).channel?.id).toBe(channel);
    expect((await web.conversations.info({ channel: channel ?? '' })).channel).toMatchObject({
      is_im: true,
      user: ada.id,
    });
    await web.chat.postEphemeral({ channel: ops.id, user: ada.id, text: 'only you' });
    expect(sim.notices(ada)).toMatchObject([{ text: 'only you', via: 'chat.postEphemeral' }]);
    expect(await refusal(web.chat.postEphemeral({ channel: ops.id, user: 'U404', text: 'x' }))).toBe(
      'user_not_in_channel',
    );
  });

  it('accepts a reply only in an existing thread', async () => {
    const { sim, ops, ada, web } = await start();
    const root = sim.writeText({ channel: ops, user: ada, text: 'root' });
    const reply = sim.writeText({ channel: ops, user: ada, text: 'reply', under: root });
    const post = (thread_ts: string) => web.chat.postMessage({ channel: ops.id, text: 'x', thread_ts });
    expect((await post(root.ts)).message).toMatchObject({ thread_ts: root.ts });
    expect(await refusal(post(reply.ts))).toBe('cannot_reply_to_message');
    expect(await refusal(post('1700000000.000100'))).toBe('thread_not_found');
  });

  it.each([
    ['no_text', { text: '' }],
    ['msg_too_long', { text: 'x'.repeat(40_001) }],
    [
      'invalid_blocks [ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
      { blocks: [section('x'.repeat(3001))] },
    ],
    [
      'invalid_blocks [ERROR] must be more than 0 characters [json-pointer:/blocks/0/text/text]',
      { blocks: [section('')] },
    ],
    [
      'invalid_blocks [ERROR] must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]',
      { blocks: [buttons('x'.repeat(76))] },
    ],
    [
      'invalid_blocks [ERROR] no more than 25 items allowed [json-pointer:/blocks/0/elements]',
      { blocks: [buttons(...Array.from({ length: 26 }, String))] },
    ],
    ['invalid_blocks [ERROR] no fewer than 1 items allowed [json-pointer:/blocks/0/elements]', { blocks: [buttons()] }],
    [
      'invalid_blocks [ERROR] `action_id` already exists [json-pointer:/blocks/1/elements/0/action_id]',
      { blocks: [buttons('a'), buttons('b')] },
    ],
    [
      'invalid_blocks [ERROR] no more than 50 items allowed [json-pointer:]',
      { blocks: Array.from({ length: 51 }, () => section('x')) },
    ],
  ])('refuses with %s', async (expected, content) => {
    const { ops, web } = await start();
    expect(await refusal(web.chat.postMessage({ channel: ops.id, text: 'x', ...content }))).toBe(expected);
  });

  it('accepts 4000 characters in an update', async () => {
    const { ops, web } = await start();
    const { ts = '' } = await web.chat.postMessage({ channel: ops.id, text: 'x'.repeat(40_000) });
    expect(await refusal(web.chat.update({ channel: ops.id, ts, text: 'x'.repeat(4001) }))).toBe('msg_too_long');
  });

  it('fetches the images of blocks', async () => {
    const { sim, ops, web } = await start({ fetchUrls: true });
    const image = { type: 'image' as const, image_url: `${sim.url}/control/state`, alt_text: 'x' };
    expect(await refusal(web.chat.postMessage({ channel: ops.id, text: 'x', blocks: [image] }))).toContain(
      'downloading image failed',
    );
  });

  it('accepts file uploads in three steps and shares the files', async () => {
    const { sim, ops, web } = await start();
    const { files } = await web.filesUploadV2({
      channel_id: ops.id,
      file: Buffer.from('figures'),
      filename: 'report.txt',
    });
    const id = files[0]?.files?.[0]?.id ?? '';
    expect(sim.file(id)?.toString()).toBe('figures');
    expect(sim.messages(ops)).toMatchObject([{ subtype: 'file_share', files: [{ id, name: 'report.txt' }] }]);
    await web.files.delete({ file: id });
    expect(sim.messages(ops)).toEqual([]);
    expect(await refusal(web.files.delete({ file: id }))).toBe('file_not_found');
  });

  it('answers 429 to messages over the rate limit', async () => {
    const clock = manualClock();
    const { ops, web } = await start({ limits: true, clock });
    const post = () => web.chat.postMessage({ channel: ops.id, text: 'x' });
    await Promise.all([post(), post(), post()]);
    await expect(post()).rejects.toMatchObject({ retryAfter: 1 });
    clock.advance(3001);
    await post();
  });
});

describe('Slack simulator: faults', () => {
  it('answer with an error code or a page, or leave a call with effect unanswered', async () => {
    const { sim, ops, web } = await start();
    const post = (text: string) => web.chat.postMessage({ channel: ops.id, text });
    sim.failNext('chat.postMessage', { error: 'internal_error', times: 2 });
    expect(await refusal(post('a'))).toBe('internal_error');
    expect(await refusal(post('b'))).toBe('internal_error');
    sim.failNext('*', { answer: { status: 502, body: '<h1>Bad Gateway</h1>' } });
    await expect(post('c')).rejects.toMatchObject({ statusCode: 502 });
    sim.failNext('chat.postMessage', { drop: true, afterEffect: true });
    await expect(post('d')).rejects.toThrow();
    expect(sim.messages(ops).map(shownText)).toEqual(['d']);
    expect(JSON.stringify(sim.calls())).not.toContain(sim.botToken);
  });
});

describe('Slack simulator: control API', () => {
  it('offers the functions of the simulator over HTTP', async () => {
    const { sim, ops, web } = await start();
    const control = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${sim.url}/control${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, json: await response.json() };
    };
    expect(await control('POST', '/text', { channel: ops.id, text: 'Hello' })).toMatchObject({
      status: 200,
      json: { text: 'Hello' },
    });
    expect((await control('GET', `/messages?channel=${ops.id}`)).json).toMatchObject([{ text: 'Hello' }]);
    await control('POST', '/faults', { method: 'chat.postMessage', error: 'is_archived' });
    expect(await refusal(web.chat.postMessage({ channel: ops.id, text: 'x' }))).toBe('is_archived');
    expect((await control('GET', '/credentials')).json).toMatchObject({ bot_token: sim.botToken });
    expect((await control('GET', '/state')).json).toMatchObject({ app: sim.app, channels: [{ id: ops.id }] });
    expect(await control('POST', '/press', { channel: ops.id })).toEqual({
      status: 400,
      json: { detail: 'button is missing' },
    });
    expect(await control('GET', '/messages?channel=C404')).toMatchObject({ status: 404 });
  });
});
