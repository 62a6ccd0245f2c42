import type { DialogReplies, Log } from '@gateway/platform-kit';
import { answerTo, type Answers } from './answers.js';
import type { ReadFile } from './files.js';
import type { Inbox } from './inbox.js';
import { parseInteraction, parseMessage, withHandle } from './inbound.js';
import type { Threads } from './threads.js';

/** A payload of the socket, before validation. */
export interface Dispatched {
  readonly t: string;
  readonly d: unknown;
}

export interface DispatchDeps {
  readonly inbox: Inbox;
  readonly answers: Answers;
  readonly dialogs: DialogReplies;
  readonly threads: Threads;
  readonly readFile: ReadFile;
  readonly log: Log;
}

/** Handles payloads of the socket: records threads, puts events into the inbox, and answers presses and submissions after they are stored. */
export function createDispatch({ inbox, answers, dialogs, threads, readFile, log }: DispatchDeps) {
  let self: string | null = null;
  let isMissingTextLogged = false;

  return ({ t, d }: Dispatched, done: () => void): void => {
    if (t === 'READY') self = (d as { user?: { id?: string } } | null)?.user?.id ?? null;
    if (t === 'GUILD_CREATE' || t === 'THREAD_CREATE' || t === 'THREAD_LIST_SYNC') threads.learn(d);
    if (t === 'INTERACTION_CREATE') {
      const interacted = parseInteraction(d, threads);
      if (interacted !== null && typeof interacted === 'object') {
        const handle = dialogs.begin();
        return inbox.push({
          event: withHandle(interacted.event, handle),
          done(outcome) {
            const body = answerTo(interacted.event.kind, outcome, dialogs.end(handle));
            answers.send(interacted.interaction, body, outcome);
            done();
          },
        });
      }
    }
    const written = t === 'MESSAGE_CREATE' ? parseMessage(d, { threads, readFile, self }) : null;
    if (written === 'no_content' && !isMissingTextLogged) {
      isMissingTextLogged = true;
      log.warn(
        'A message arrived without its text. If people write texts, turn on MESSAGE CONTENT INTENT: ' +
          'discord.com/developers/applications, the application, Bot, Privileged Gateway Intents.',
      );
    }
    inbox.push({ event: typeof written === 'object' ? written : null, done });
  };
}
