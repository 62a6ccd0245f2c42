import type { Rig, ShownMessage } from '@gateway/platform-kit/testing';
import { DIGITS } from '../src/inbound.js';
import { startHomeserver, type Homeserver } from './homeserver.js';

/** What the conformance suite does on Matrix: it acts as a person, and reads what the bot wrote. */
export async function openRig(): Promise<Rig> {
  const server = await startHomeserver();
  const answers = {
    rate_limited: { status: 429, body: { errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 10 } },
    forbidden: { status: 403, body: { errcode: 'M_FORBIDDEN' } },
    unavailable: { status: 503, body: { errcode: 'M_UNKNOWN' } },
  };
  return {
    credentials: { homeserver: server.url, token: server.token },
    badCredentials: { homeserver: server.url, token: 'not-the-token-of-any-bot' },
    target: server.room,
    unknownTarget: '!no-such-room:example.org',
    endpoints: {},
    async press(place) {
      const question = shownIn(server).findLast(({ buttons }) => buttons.length > 0);
      await server.passed(react(server, question?.id ?? '', DIGITS[place] ?? ''));
    },
    write: async (body, replyTo) =>
      void server.say('m.room.message', {
        msgtype: 'm.text',
        body,
        ...(replyTo && { 'm.relates_to': { 'm.in_reply_to': { event_id: replyTo } } }),
      }),
    redeliver: async () => server.repeatNewest(),
    disconnect: () => server.disconnect(),
    shown: () => shownIn(server),
    fail(failure, posts = 0) {
      const fault = failure === 'network' ? { drop: true } : { answer: answers[failure] };
      let left = posts;
      server.failNext('send', { ...fault, when: () => left-- === 0 });
    },
    close: () => server.close(),
  };
}

export const react = (server: Homeserver, event_id: string, key: string): string =>
  server.say('m.reaction', { 'm.relates_to': { rel_type: 'm.annotation', event_id, key } });

/** The messages of the bot as a client shows them: with the last edit, and with the reactions that the bot offers. */
export function shownIn({ events, me }: Homeserver): ShownMessage[] {
  const own = events.filter(({ sender }) => sender === me);
  const related = (id: string, type: string) =>
    own.filter(({ content }) => {
      const relation = content?.['m.relates_to'];
      return relation?.rel_type === type && relation.event_id === id;
    });
  return own
    .filter(({ type, content }) => type === 'm.room.message' && content?.['m.relates_to']?.rel_type !== 'm.replace')
    .map(({ event_id: id, content }) => {
      const edit = related(id, 'm.replace').at(-1)?.content as { 'm.new_content': { body: string } } | undefined;
      const reactions = related(id, 'm.annotation').map(({ content }) => content?.['m.relates_to']?.key as string);
      const buttons = reactions.map((key) => String(DIGITS.indexOf(key) + 1));
      return { id, text: String(edit?.['m.new_content'].body ?? content?.body), buttons };
    });
}
