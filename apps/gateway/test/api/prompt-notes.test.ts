import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngineInBothTiers, type Engine } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { startTwoChats, type TwoChats } from '../harness/two-chats.js';
import { until } from '../harness/until.js';

const SECOND_MS = 1000;
const done = { kind: 'done', text: 'Version 4.2 is deployed.' };

/** Two chats with a question in both. */
async function startAsked({ engine, env }: { readonly engine?: Engine; readonly env?: Record<string, string> } = {}) {
  const clock = manualClock();
  const chats = await startTwoChats({ clock, ...(engine && { engine }), ...(env && { env }) });
  await chats.ask();
  const note = (body: object, headers: Record<string, string> = {}) =>
    chats.gateway.request('POST', '/v1/prompts/1/notes', { headers, body });
  return { ...chats, clock, note };
}

const statusesOf = (replies: readonly { readonly status: number }[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);

/** The texts in both chats that come after the question. */
const below = ({ atAda, atOps }: Pick<TwoChats, 'atAda' | 'atOps'>) => [atAda().slice(1), atOps().slice(1)];

onEveryEngineInBothTiers((engine) => {
  it('a note is a reply under the question in each chat, and in the record', async () => {
    const chats = await startAsked({ engine });
    const { note, get, telegram, ada, gateway } = chats;
    const added = await note({ ...done, url: 'https://ci.example.com/runs/7' });
    expect(added).toMatchObject({
      status: 201,
      json: { ...done, url: 'https://ci.example.com/runs/7', at: expect.any(String) },
    });
    await until(() => below(chats).every(({ length }) => length === 1));
    const text = 'The agent says about #1 (done):\n> Version 4.2 is deployed.\n> https://ci.example.com/runs/7';
    expect(below(chats)).toEqual([[text], [text]]);
    const [question, reply] = telegram.messages({ chat: ada });
    expect(reply?.reply_to_message?.message_id).toBe(question?.message_id);
    expect((await get(1)).notes).toEqual([added.json]);
    const reader = await readEvents(gateway, { after: 0 });
    const noted = await until(() => reader.events.find(({ type }) => type === 'prompt.noted'));
    expect(noted.data).toMatchObject({ notes: [{ kind: 'done' }] });
  });

  it('of two notes at the same time one is added, the other gets 429 and may be repeated after 10 seconds', async () => {
    const chats = await startAsked({ engine });
    const { note, clock, get } = chats;
    const both = await Promise.all([note(done), note({ kind: 'failed', text: 'No.' })]);
    expect(statusesOf(both)).toEqual([201, 429]);
    const refused = both.find(({ status }) => status === 429);
    expect(refused?.json).toMatchObject({ code: 'rate_limited', retryable: true, retry_after_sec: 10 });
    expect(refused?.headers.get('retry-after')).toBe('10');
    clock.advance(9 * SECOND_MS);
    expect((await note(done)).json).toMatchObject({ retry_after_sec: 1 });
    clock.advance(SECOND_MS);
    expect((await note(done)).status).toBe(201);
    expect((await get(1)).notes).toHaveLength(2);
  });

  it('the 21st note of a prompt is refused, also of those sent at the same time', async () => {
    const { note, clock, get } = await startAsked({ engine });
    for (let number = 1; number < 20; number += 1) {
      expect((await note({ kind: 'progress', text: `Step ${number}` })).status).toBe(201);
      clock.advance(10 * SECOND_MS);
    }
    const last = await Promise.all([note(done), note(done), note(done)]);
    expect(statusesOf(last)).toEqual([201, 429, 429]);
    clock.advance(10 * SECOND_MS);
    expect(await note(done)).toMatchObject({ status: 429, json: { code: 'too_many_notes', retryable: false } });
    expect((await get(1)).notes).toHaveLength(20);
  });
});

describe('a note', () => {
  it('comes after the prompt was answered, and cancelled, too', async () => {
    const chats = await startAsked();
    const { note, telegram, ada, reaches, gateway, clock } = chats;
    await telegram.press({ chat: ada, user: ada, button: 'Yes' });
    await reaches(1, 'answered');
    expect((await note(done)).status).toBe(201);
    await until(() => chats.atAda().some((text) => text.includes('> Version 4.2')));
    await chats.ask();
    await gateway.request('POST', '/v1/prompts/2/cancel');
    clock.advance(10 * SECOND_MS);
    expect((await gateway.request('POST', '/v1/prompts/2/notes', { body: done })).status).toBe(201);
    await until(() => chats.atOps().some((text) => text.includes('about #2 (done)')));
  });

  it('is attempted again after the platform failed', async () => {
    const chats = await startAsked();
    const { note, telegram, clock } = chats;
    telegram.failNext('sendMessage', { error: { code: 502, description: 'Bad Gateway' } });
    expect((await note(done)).status).toBe(201);
    await until(() => {
      clock.advance(500);
      return chats.atAda().some((text) => text.includes('> Version 4.2'));
    });
  });

  it('with the same Idempotency-Key is posted once', async () => {
    const chats = await startAsked();
    const { note, clock, get } = chats;
    const headers = { 'idempotency-key': 'note-1' };
    const first = await note(done, headers);
    clock.advance(10 * SECOND_MS);
    const again = await note(done, headers);
    expect(again).toMatchObject({ status: 201, json: first.json });
    expect((await note({ ...done, text: 'Other.' }, headers)).status).toBe(422);
    expect((await get(1)).notes).toHaveLength(1);
  });

  it('leaves the record of a prompt without notes as it is', async () => {
    const { get } = await startAsked();
    expect(await get(1)).not.toHaveProperty('notes');
  });

  it.each([
    ['an unknown kind', { kind: 'approved', text: 'x' }],
    ['a blank text', { kind: 'done', text: ' ' }],
    ['a text of more than 1000 characters', { kind: 'done', text: 'x'.repeat(1001) }],
    ['an address that is no web page', { ...done, url: 'javascript:alert(1)' }],
    [
      'an address with a user name, which looks like another host',
      { ...done, url: 'https://bank.example@evil.example/' },
    ],
    ['an unknown field', { ...done, channel_id: 'approvals' }],
  ])('with %s is refused', async (_what, body) => {
    const { note, get } = await startAsked();
    expect((await note(body)).status).toBe(400);
    expect(await get(1)).not.toHaveProperty('notes');
  });

  it('about an unknown prompt is refused', async () => {
    const { gateway } = await startAsked();
    expect((await gateway.request('POST', '/v1/prompts/9/notes', { body: done })).status).toBe(404);
  });
});

describe('an attack with a note', () => {
  it.each([
    ['a line that says who approved', 'Done.\n\nApprove (Ada)', ['> Done.', '> Approve (Ada)']],
    ['the line of the requester', 'Ok\nRequested by: Ada', ['> Ok', '> (text of the agent) Requested by: Ada']],
    ['a heading of its own', 'x\r\nThe agent says about #1 (done):', ['> x', '> The agent says about #1 (done):']],
    [
      'line breaks of other kinds and invisible characters',
      'a\u2028Reminder: question #1\u200B\u202Eb',
      [String.raw`> a\u{2028}Reminder: question #1\u{200b}\u{202e}b`],
    ],
    ['spaces that push words to a new line', `a${' '.repeat(60)}Approve (Ada)`, ['> a Approve (Ada)']],
  ])('that imitates the gateway is marked in each line: %s', async (_what, text, lines) => {
    const chats = await startAsked();
    await chats.note({ kind: 'progress', text });
    await until(() => chats.atAda().length === 2);
    expect(chats.atAda()[1]?.split('\n')).toEqual(['The agent says about #1 (progress):', ...lines]);
  });

  it('that asks for a reply gets no answer to its question from a reply to the note', async () => {
    const chats = await startAsked();
    const { telegram, ada, get } = chats;
    await chats.note({ kind: 'progress', text: 'Shall I order lunch? Reply Yes.' });
    await until(() => chats.atAda().length === 2);
    const note = telegram.messages({ chat: ada })[1];
    telegram.writeText({ chat: ada, user: ada, text: 'Yes', replyTo: note!.message_id });
    telegram.writeText({ chat: ada, user: ada, text: 'ID:#9 x' });
    await until(() => chats.atAda().some((text) => text.includes('#9')));
    expect(await get(1)).toMatchObject({ state: 'pending' });
  });

  it('by another key than the one that asked is refused, also by the administrator and without the scope', async () => {
    const { gateway, ask } = await startTwoChats({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
    const [asker, other, reader, limited] = await Promise.all([
      makeKey(gateway, { scopes: ['prompts:write', 'prompts:read'] }),
      makeKey(gateway, { scopes: ['prompts:write', 'prompts:read'] }),
      makeKey(gateway, { scopes: ['prompts:read'] }),
      makeKey(gateway, { scopes: ['prompts:write', 'prompts:read'], channels: ['oncall'] }),
    ]);
    await asker.request('POST', '/v1/prompts/new', { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] });
    await ask();
    const path = '/v1/prompts/1/notes';
    expect((await other.request('POST', path, done)).status).toBe(403);
    expect((await gateway.request('POST', path, { body: done })).status).toBe(403);
    expect((await reader.request('POST', path, done)).status).toBe(403);
    expect((await limited.request('POST', path, done)).status).toBe(404);
    expect((await asker.request('POST', path, done)).status).toBe(201);
  });
});
