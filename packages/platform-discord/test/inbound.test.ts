import { until } from '@gateway/simulators/discord';
import { describe, expect, it } from 'vitest';
import { createThreads, type Threads } from '../src/threads.js';
import { parseInteraction, parseMessage } from '../src/inbound.js';
import { connect, openDiscord } from './harness.js';

const message = (fields: object = {}) => ({
  id: '1400000000000000003',
  channel_id: '1400000000000000002',
  guild_id: '1400000000000000001',
  type: 0,
  author: { id: '1400000000000000007', username: 'ada', global_name: 'Ada', discriminator: '0' },
  member: { nick: null, roles: [] },
  content: 'hello',
  attachments: [],
  embeds: [],
  ...fields,
});

const press = (fields: object = {}) => ({
  id: '1400000000000000011',
  application_id: '1400000000000000010',
  type: 3,
  token: 'a-token',
  channel_id: '1400000000000000002',
  guild_id: '1400000000000000001',
  channel: { id: '1400000000000000002', type: 0, parent_id: '1400000000000000099' },
  member: { nick: 'The Countess', user: { id: '1400000000000000007', username: 'ada', global_name: 'Ada' } },
  message: { id: '1400000000000000003', channel_id: '1400000000000000002' },
  data: { custom_id: 'p1.0.abcdef', component_type: 2, id: 2 },
  ...fields,
});

/** No test here reads a file. */
const readFile = () => Promise.reject(new Error('Not read here.'));
const parse = (value: unknown, threads: Threads, self: string | null) =>
  parseMessage(value, { threads, readFile, self });
const read = (fields: object = {}) => parse(message(fields), createThreads(), '1400000000000000010');

describe('Discord messages', () => {
  it('become a text event with sender and target', () => {
    expect(read({ member: { nick: 'The Countess' } })).toEqual({
      kind: 'text',
      id: 'message:1400000000000000003',
      targets: ['1400000000000000002'],
      sender: { id: '1400000000000000007', username: 'ada', name: 'The Countess' },
      messageId: '1400000000000000003',
      text: 'hello',
      replyTo: null,
    });
  });

  it('are parsed without their optional fields', () => {
    const bare = { id: '3', channel_id: '2', author: { id: '7' }, content: 'hello' };
    expect(parse(bare, createThreads(), null)).toMatchObject({
      text: 'hello',
      sender: { id: '7', username: null, name: null },
    });
  });

  it('have the replied message, but not the forwarded one', () => {
    expect(read({ type: 19, message_reference: { type: 0, message_id: '42' } })).toMatchObject({ replyTo: '42' });
    expect(read({ type: 19, message_reference: { message_id: '42' } })).toMatchObject({ replyTo: '42' });
    expect(read({ message_reference: { type: 1, message_id: '42' } })).toMatchObject({ replyTo: null });
  });

  it('in a direct conversation also target the person', () => {
    expect(read({ guild_id: undefined })).toMatchObject({
      targets: ['1400000000000000002', 'user:1400000000000000007'],
    });
  });

  it('in a thread also target the channel, and reply to the message that started the thread', () => {
    const threads = createThreads();
    threads.learn({ threads: [{ id: '1400000000000000002', parent_id: '1400000000000000005', type: 11 }] });
    expect(parse(message(), threads, null)).toMatchObject({
      targets: ['1400000000000000002', '1400000000000000005'],
      replyTo: '1400000000000000002',
    });
  });

  it.each([
    ['another bot', { author: { id: '5', username: 'bot', bot: true } }],
    ['a webhook', { webhook_id: '5' }],
    ['Discord itself', { author: { id: '5', username: 'discord', system: true } }],
    ['this bot, even unmarked', { author: { id: '1400000000000000010', username: 'me' } }],
    ['a pin', { type: 6 }],
    ['a join', { type: 7 }],
    ['a new thread', { type: 18 }],
    ['a picture without words', { content: '', attachments: [{ id: '1' }] }],
    ['no message at all', { id: 7 }],
  ])('are ignored when they are of %s', (_name, fields) => {
    expect(read(fields)).toBeNull();
  });
});

describe('Discord interactions', () => {
  it('on a button become a press event that does not target the category', () => {
    expect(parseInteraction(press(), createThreads())).toEqual({
      interaction: { id: '1400000000000000011', token: 'a-token', applicationId: '1400000000000000010' },
      event: {
        kind: 'press',
        id: 'interaction:1400000000000000011',
        targets: ['1400000000000000002'],
        sender: { id: '1400000000000000007', username: 'ada', name: 'The Countess' },
        messageId: '1400000000000000003',
        token: 'p1.0.abcdef',
      },
    });
  });

  it('in a thread also target the channel', () => {
    const thread = { id: '1400000000000000002', type: 11, parent_id: '1400000000000000005' };
    expect(parseInteraction(press({ channel: thread }), createThreads())).toMatchObject({
      event: { targets: ['1400000000000000002', '1400000000000000005'] },
    });
  });

  it('in a direct conversation have the user as sender', () => {
    const alone = press({
      guild_id: undefined,
      channel: undefined,
      member: undefined,
      user: { id: '7', username: 'ada' },
    });
    expect(parseInteraction(alone, createThreads())).toMatchObject({
      event: { sender: { id: '7' }, targets: ['1400000000000000002', 'user:7'] },
    });
  });

  it.each([
    ['a test of the address', { type: 1 }, 'ping'],
    ['a command', { type: 2 }, 'command'],
    ['what is being typed in a command', { type: 4 }, 'autocomplete'],
    ['a modal that was not opened from a message', { type: 5, message: undefined }, 'other'],
    ['a choice from a menu', { data: { custom_id: 'x', component_type: 3, values: [] } }, 'other'],
    ['a press without a user', { member: undefined }, null],
    ['nothing', { type: undefined }, null],
  ])('are classified: %s', (_name, fields, expected) => {
    expect(parseInteraction(press(fields), createThreads())).toBe(expected);
  });
});

describe('a Discord message without its text', () => {
  it('is logged once', async () => {
    const sim = await openDiscord();
    const channel = sim.addChannel();
    sim.addUser();
    const gateway = await connect({ api: sim.url, token: sim.bot.token });
    await gateway.start();
    for (const text of ['', '', 'words']) sim.writeText({ channel, text });
    await until(() => gateway.stored.length === 1);
    expect(gateway.log.filter((line) => line.includes('MESSAGE CONTENT INTENT'))).toHaveLength(1);
  });
});
