import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { Intent } from './intents.js';
import type { Message } from './types.js';
import type { Bot } from './state.js';

interface Dispatch {
  t: string;
  s: number;
  d: unknown;
}

/** The session of one identified client. It outlives its socket, so that a resume loses no event. */
export interface Session {
  readonly id: string;
  readonly bot: Bot;
  readonly intents: number;
  readonly events: Dispatch[];
  socket: WebSocket | null;
}

/** All sessions and the events sent to them. */
export function createSessions() {
  const sessions = new Map<string, Session>();

  function send(session: Session, t: string, d: unknown): void {
    const event = { t, s: session.events.length + 1, d };
    session.events.push(event);
    session.socket?.send(JSON.stringify({ op: 0, ...event }));
  }

  return {
    open(bot: Bot, intents: number, socket: WebSocket): Session {
      const session: Session = { id: randomUUID().replaceAll('-', ''), bot, intents, events: [], socket };
      sessions.set(session.id, session);
      return session;
    },
    find: (id: string) => sessions.get(id),
    end: (session: Session) => void sessions.delete(session.id),
    of: (bot: Bot) => [...sessions.values()].filter((session) => session.bot === bot),
    send,
    /** Sends to each session that subscribed to the intent; true when at least one is connected. */
    dispatch(bot: Bot, t: string, d: unknown, intent: number): boolean {
      const receivers = [...sessions.values()].filter(
        (session) => session.bot === bot && (session.intents & intent) === intent,
      );
      for (const session of receivers)
        send(session, t, t === 'MESSAGE_CREATE' ? readable(session, d as Message & { guild_id?: string }) : d);
      return receivers.some(({ socket }) => socket !== null);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

/** Without the intent the text is removed, except in direct messages and messages that mention the bot. */
function readable({ intents, bot }: Session, message: Message & { guild_id?: string }): object {
  const isOpen =
    (intents & Intent.MessageContent) !== 0 ||
    message.guild_id === undefined ||
    message.author.id === bot.user.id ||
    message.content.includes(`<@${bot.user.id}>`);
  return isOpen ? message : { ...message, content: '', embeds: [], attachments: [], components: [] };
}
