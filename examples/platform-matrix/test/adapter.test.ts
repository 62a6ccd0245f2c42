import { openTestConnection, sampleQuestion, until } from '@gateway/platform-kit/testing';
import { expect, it, onTestFinished } from 'vitest';
import platform from '../src/index.js';
import { eventOf } from '../src/inbound.js';
import { startHomeserver } from './homeserver.js';
import { react, shownIn } from './rig.js';

async function open(options: { isInvited?: boolean } = {}) {
  const server = await startHomeserver(options);
  onTestFinished(server.close);
  const credentials = { homeserver: `${server.url}/`, token: server.token };
  const host = await openTestConnection(platform, { credentials });
  onTestFinished(() => host.stop().then(() => undefined));
  return { server, host, credentials };
}

it('accepts an invitation', async () => {
  const { server, host } = await open({ isInvited: true });
  expect((await host.connection.probe(server.room)).problems).toEqual([
    '@gateway-bot:example.org is not a member of !ops:example.org. Invite it.',
  ]);
  await host.start();
  await until(() => server.isMember());
  expect((await host.connection.probe(server.room)).ok).toBe(true);
});

it('delivers many messages of an absence once and in order', async () => {
  const { server, host, credentials } = await open();
  await host.start();
  await host.stop();
  const bodies = Array.from({ length: 20 }, (_, place) => `message ${place}`);
  for (const body of bodies) server.say('m.room.message', { msgtype: 'm.text', body });
  const next = await openTestConnection(platform, { credentials, state: host.state });
  onTestFinished(() => next.stop().then(() => undefined));
  await next.start();
  await until(() => next.stored.length >= bodies.length);
  expect(next.stored.map((event) => 'text' in event && event.text)).toEqual(bodies);
});

it('posts the notice of a choice, and reads a digit without the colour selector', async () => {
  const { server, host } = await open();
  host.deliver = async (events) =>
    events.map(() => ({ result: 'refused', notice: 'This is answered already.', closedText: null }));
  await host.start();
  const { messageId } = await host.connection.sendPrompt(sampleQuestion({ target: server.room }));
  react(server, messageId, '2\u20E3');
  await until(() => shownIn(server).some(({ text }) => text === 'This is answered already.'));
  expect(host.stored).toMatchObject([{ kind: 'choice', messageId, place: 1, visibility: 'chat' }]);
});

it('reads a reply without the quotation, and ignores edits, notices and unknown events', () => {
  const of = (content: object, type = 'm.room.message') =>
    eventOf('!a:b', { event_id: '$1', type, sender: '@ada:b', content }, '@bot:b');
  const relation = { 'm.relates_to': { 'm.in_reply_to': { event_id: '$0' } } };
  expect(of({ msgtype: 'm.text', body: '> <@bot:b> Deploy?\n\nYes', ...relation })).toMatchObject({
    text: 'Yes',
    replyTo: '$0',
  });
  expect(of({ msgtype: 'm.text', body: 'x', 'm.relates_to': { rel_type: 'm.thread', event_id: '$9' } })).toMatchObject({
    replyTo: '$9',
  });
  expect(of({ msgtype: 'm.image', body: 'cat.png' })).toMatchObject({ kind: 'other' });
  expect(of({ msgtype: 'm.notice', body: 'x' })).toBeNull();
  expect(of({ msgtype: 'm.text', body: 'x', 'm.relates_to': { rel_type: 'm.replace' } })).toBeNull();
  expect(of({ 'm.relates_to': { rel_type: 'm.annotation', event_id: '$1', key: '👍' } }, 'm.reaction')).toBeNull();
  expect(of({}, 'm.room.member')).toBeNull();
});
