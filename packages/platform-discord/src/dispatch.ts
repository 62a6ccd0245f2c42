import type { Log } from '@gateway/platform-kit';
import type { Answers } from './answers.js';
import type { Inbox } from './inbox.js';
import { parseInteraction, parseMessage } from './inbound.js';
import type { Threads } from './threads.js';

/** What a payload of the socket is read from: any shape at all. */
export interface Dispatched {
  readonly t: string;
  readonly d: unknown;
}

export interface Surroundings {
  readonly inbox: Inbox;
  readonly answers: Answers;
  readonly threads: Threads;
  readonly log: Log;
}

/** Takes payloads of the socket: hears of threads, puts events in the inbox, answers presses once they are stored. */
export function createDispatch({ inbox, answers, threads, log }: Surroundings) {
  let self: string | null = null;
  let isSilenceNoted = false;

  return ({ t, d }: Dispatched, done: () => void): void => {
    if (t === 'READY') self = (d as { user?: { id?: string } } | null)?.user?.id ?? null;
    if (t === 'GUILD_CREATE' || t === 'THREAD_CREATE' || t === 'THREAD_LIST_SYNC') threads.learn(d);
    if (t === 'INTERACTION_CREATE') {
      const press = parseInteraction(d, threads);
      if (press !== null && typeof press === 'object') {
        return inbox.push({
          event: press.event,
          done(outcome) {
            answers.send(press.interaction, outcome);
            done();
          },
        });
      }
    }
    const text = t === 'MESSAGE_CREATE' ? parseMessage(d, threads, self) : null;
    if (text === 'silent' && !isSilenceNoted) {
      isSilenceNoted = true;
      log.warn(
        'A message came without its words. If people write texts, turn on MESSAGE CONTENT INTENT: ' +
          'discord.com/developers/applications, the application, Bot, Privileged Gateway Intents.',
      );
    }
    inbox.push({ event: typeof text === 'object' ? text : null, done });
  };
}
