import { describe, expect, it } from 'vitest';
import { manualClock as simulatedClock } from '@gateway/simulators/telegram';
import { onEveryEngineInBothTiers } from '../harness/engines.js';
import { until } from '../harness/until.js';
import { document, png, sha256, startFiles } from './fixture.js';

const MB = 1_048_576;

onEveryEngineInBothTiers((engine) => {
  it('a photo and a text are one answer, with the bytes, in record, callback and event', async () => {
    const { ask, send, reaches, receiver, gateway } = await startFiles({ engine });
    const prompt = await ask();
    expect(prompt).toMatchObject({ allow_attachments: true });
    expect(prompt).not.toHaveProperty('answer_attachments');
    send([png], prompt, 'The one of Monday');
    const { answer_attachments: files, ...answered } = await reaches(1, 'answered');
    expect(answered).toMatchObject({ answer_type: 'text', answer: 'The one of Monday' });
    expect(files).toHaveLength(1);
    const [file] = files;
    const { size, type, sha256: digest } = { size: png.bytes.length, type: 'image/png', sha256: sha256(png.bytes) };
    expect(file).toEqual({
      name: expect.stringMatching(/\.png$/),
      type,
      size,
      sha256: digest,
      url: expect.any(String),
    });
    const served = await fetch(file.url.replace('localhost', '127.0.0.1'));
    expect(served.status).toBe(200);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(png.bytes);
    expect(served.headers.get('content-type')).toBe('image/png');
    await until(() => receiver.received.length === 1);
    expect(receiver.received[0]?.json).toMatchObject({
      answer: { type: 'text', value: 'The one of Monday', attachments: [file] },
    });
    expect((await gateway.request('GET', '/v1/prompts?state=answered')).json[0].answer_attachments).toEqual([file]);
  });

  it('a file without a text is an answer with an empty value', async () => {
    const { ask, send, reaches, atAda } = await startFiles({ engine });
    send([document('receipt.txt')], await ask());
    const answered = await reaches(1, 'answered');
    expect(answered).toMatchObject({
      answer_type: 'text',
      answer: '',
      answer_attachments: [{ name: 'receipt.txt', type: 'text/plain', size: 17 }],
    });
    await until(() => atAda().some((text) => text.includes('📎 1 file')));
  });

  it('of two people who send files at the same time one answers, and the files of the other are deleted', async () => {
    const platformClock = simulatedClock();
    const started = await startFiles({ engine, env: { MAX_HOSTED_MEDIA_MB: '1' }, platform: { clock: platformClock } });
    const { ask, send, reaches, slack, grace, ops, telegram, toldAda, gateway } = started;
    const asked = { channel_id: undefined, channels: ['approvals', 'oncall'] };
    const file = (name: string) => document(name, Buffer.alloc(400 * 1024, 7), 'application/octet-stream');
    const prompt = await ask(asked);
    let isHeld = false;
    telegram.failNext('getFile', { delayMs: 1000, when: () => (isHeld = true) });
    send([file('late.bin')], prompt);
    await until(() => isHeld);
    const [post] = slack.messages(ops);
    slack.sendFiles({ channel: ops, user: grace, files: [file('first.bin')], under: post?.ts ?? '' });
    const { answer_attachments: files } = await reaches(1, 'answered');
    expect(files).toMatchObject([{ name: 'first.bin' }]);
    platformClock.advance(1000);
    await until(() => toldAda().some((text) => text.includes('is closed')));
    expect((await gateway.request('GET', '/v1/prompts/1')).json.answer_attachments).toEqual(files);
    // The third file fits into the limit only without the second one.
    send([file('next.bin')], await ask());
    expect((await reaches(2, 'answered')).answer_attachments).toMatchObject([{ name: 'next.bin' }]);
  });
});

describe('files that people send', () => {
  it('are no answer where the question does not allow them', async () => {
    const { ask, send, toldAda, get } = await startFiles();
    const prompt = await ask({ allow_attachments: false });
    expect(prompt).not.toHaveProperty('allow_attachments');
    send([document('receipt.txt')], prompt);
    await until(() => toldAda().some((text) => text.includes('does not count as an answer')));
    send([document('receipt.txt')], prompt, 'with words');
    await until(async () => (await get(1)).state === 'answered');
    const answered = await get(1);
    expect(answered.answer).toBe('with words');
    expect(answered).not.toHaveProperty('answer_attachments');
  });

  it('have the type of their bytes, not that of their name or of the platform', async () => {
    const { ask, send, reaches } = await startFiles();
    const html = '<!doctype html><script>alert(1)</script>';
    send([document('photo.png', html, 'image/png')], await ask());
    const {
      answer_attachments: [file],
    } = await reaches(1, 'answered');
    expect(file).toMatchObject({ name: 'photo.png.bin', type: 'text/plain' });
    const served = await fetch(file.url.replace('localhost', '127.0.0.1'));
    expect(served.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(served.headers.get('content-security-policy')).toContain('sandbox');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('larger than 20 MB are refused with a sentence, and the question stays open', async () => {
    const { ask, send, toldAda, get, reaches } = await startFiles();
    const prompt = await ask();
    send([document('big.bin', Buffer.alloc(20 * MB + 1, 7), 'application/octet-stream')], prompt);
    await until(() => toldAda().some((text) => text.includes('is larger than 20 MB')));
    expect((await get(1)).state).toBe('pending');
    send([document('small.txt')], prompt);
    expect((await reaches(1, 'answered')).answer_attachments).toHaveLength(1);
  });

  it('of one message are one answer, in order, and more than five are refused', async () => {
    const { ask, slack, grace, ops, reaches, get, atOps } = await startFiles();
    const { message_id: threadTs } = await ask({ channel_id: 'oncall' });
    const files = (count: number) => Array.from({ length: count }, (_, at) => document(`${at}.txt`, `file ${at}`));
    const send = (count: number) =>
      slack.sendFiles({ channel: ops, user: grace, files: files(count), under: String(threadTs) });
    send(6);
    await until(() => atOps().some((text) => text.includes('An answer can have 5 files, and this one has 6.')));
    expect((await get(1)).state).toBe('pending');
    send(5);
    const { answer_attachments: kept } = await reaches(1, 'answered');
    expect(kept.map(({ name, sha256: digest }: { name: string; sha256: string }) => [name, digest])).toEqual(
      files(5).map(({ name, bytes }) => [name, sha256(bytes)]),
    );
  });

  it('are measured by their bytes, not by the size that the platform claims', async () => {
    const { ask, slack, grace, ops, get, atOps } = await startFiles();
    const { message_id: threadTs } = await ask({ channel_id: 'oncall' });
    const big = { ...document('big.bin', Buffer.alloc(20 * MB + 1, 7), 'application/octet-stream'), size: 10 };
    slack.sendFiles({ channel: ops, user: grace, files: [big], under: String(threadTs) });
    await until(() => atOps().some((text) => text.includes('is larger than 20 MB')));
    expect((await get(1)).state).toBe('pending');
  });

  it('that do not fit into MAX_HOSTED_MEDIA_MB are refused, and the question stays open', async () => {
    const { ask, send, toldAda, get } = await startFiles({ env: { MAX_HOSTED_MEDIA_MB: '1' } });
    send([document('big.bin', Buffer.alloc(2 * MB, 7), 'application/octet-stream')], await ask());
    await until(() => toldAda().some((text) => text.includes('could not be stored')));
    expect((await get(1)).state).toBe('pending');
  });

  it('of a person who may not answer are not fetched', async () => {
    const { ask, send, telegram, toldAda, get } = await startFiles();
    send([document('receipt.txt')], await ask({ approvers: [{ user_id: '999' }] }));
    await until(() => toldAda().length > 1);
    expect((await get(1)).state).toBe('pending');
    expect(telegram.calls({ method: 'getFile' })).toEqual([]);
  });

  it('that the platform does not give out are refused, and the question stays open', async () => {
    const { ask, send, telegram, toldAda, get } = await startFiles();
    telegram.failNext('getFile', { error: { code: 400, description: 'Bad Request: file is temporarily unavailable' } });
    send([document('lost.txt')], await ask());
    await until(() => toldAda().some((text) => text.includes('could not be fetched')));
    expect((await get(1)).state).toBe('pending');
  });

  it('have names that show no path, no control signs and no other direction', async () => {
    const { ask, send, reaches } = await startFiles();
    send([document('../../etc/\u202etxt.exe\u0007')], await ask());
    expect((await reaches(1, 'answered')).answer_attachments[0].name).toBe('txt.exe');
  });

  it('are served until retention deletes the question', async () => {
    const { ask, send, reaches, clock, gateway } = await startFiles();
    send([document('receipt.txt')], await ask());
    const {
      answer_attachments: [file],
    } = await reaches(1, 'answered');
    const url = file.url.replace('localhost', '127.0.0.1');
    clock.advance(20 * 86_400_000);
    await until(async () => (await fetch(url)).status === 200);
    await gateway.request('PATCH', '/v1/settings', {
      body: { prompts_retention_enabled: true, prompts_retention_days: 10 },
    });
    clock.advance(86_400_000);
    await until(async () => (await fetch(url)).status === 404);
  });
});

describe('allow_attachments', () => {
  it('needs allow_text', async () => {
    const { gateway } = await startFiles();
    const body = { channel_id: 'approvals', text: 'Which?', options: ['A'], allow_attachments: true };
    const reply = await gateway.request('POST', '/v1/prompts/new', { body });
    expect(reply).toMatchObject({ status: 400, json: { detail: expect.stringMatching(/^allow_attachments/) } });
  });

  it('is refused with a policy, because votes have no files', async () => {
    const { gateway } = await startFiles();
    await gateway.request('POST', '/v1/policies/new', { body: { policy_id: 'two', name: 'Two', approvals: 2 } });
    const body = { channel_id: 'approvals', text: 'Which?', allow_text: true, allow_attachments: true, policy: 'two' };
    const reply = await gateway.request('POST', '/v1/prompts/new', { body });
    expect(reply).toMatchObject({ status: 400, json: { detail: expect.stringMatching(/^allow_attachments/) } });
  });

  it('is said below the question, and an option with a file is that option', async () => {
    const { ask, send, reaches, atAda } = await startFiles();
    const prompt = await ask({ options: ['This one', 'None'] });
    expect(atAda()[0]).toContain('Photos, files and voice messages in a reply to it count, too.');
    send([document('receipt.txt')], prompt, 'this one');
    expect(await reaches(1, 'answered')).toMatchObject({
      answer_type: 'option',
      answer: 'This one',
      answer_attachments: [{ name: 'receipt.txt' }],
    });
  });
});
