import type { DeliverEvents, InboundEvent, Log, Outcome } from '@gateway/platform-kit';
import { showErrors } from './dialogs.js';
import type { Inbound } from './inbound.js';
import type { Notices } from './notices.js';
import type { People } from './people.js';

/**
 * Handles a payload from a webhook or a socket. Resolves with the body of the acknowledgement, if it has one, when its events are durable;
 * rejects when Slack must send it again.
 */
export type Receive = (inbound: Inbound) => Promise<object | undefined>;

export interface ReceiverOptions {
  readonly deliver: DeliverEvents;
  readonly people: People;
  readonly notices: Notices;
  readonly log: Log;
  /** Whether this user is the bot: Slack reports its messages as events, not always marked as a bot's. */
  readonly isBot: (user: string) => boolean;
}

export function createReceiver({ deliver, people, notices, log, isBot }: ReceiverOptions): Receive {
  const last = new Map<string, Promise<unknown>>();

  /** Delivers the events of a conversation one after the other: a slow name look-up must not let a later text overtake an earlier one. */
  async function inOrder(event: InboundEvent, complete: Promise<InboundEvent>): Promise<Outcome | undefined> {
    const [key] = event.targets;
    const before = last.get(key);
    const done = (async () => {
      await before?.catch(() => {});
      const [outcome] = await deliver([await complete]);
      return outcome;
    })();
    last.set(key, done);
    try {
      return await done;
    } finally {
      if (last.get(key) === done) last.delete(key);
    }
  }

  /** Completes the sender by a look-up, if the event can lack names or ids. */
  async function withNames(event: InboundEvent, isEnterprise: boolean): Promise<InboundEvent> {
    const { sender } = event;
    const isMessage = event.kind === 'text' || event.kind === 'other';
    if (!isEnterprise && (!isMessage || sender.username !== null)) return event;
    const { aliases, ...names } = await people.find(sender.id);
    return {
      ...event,
      sender: { ...(sender.username === null ? { ...sender, ...names } : sender), ...(aliases && { aliases }) },
    };
  }

  return async (inbound) => {
    if (inbound.kind === 'limited') {
      log.warn('Slack holds back events of this workspace for a minute: there were more than 30,000 in an hour.');
    } else if (inbound.kind === 'message') {
      if (isBot(inbound.event.sender.id)) return undefined;
      await inOrder(inbound.event, withNames(inbound.event, inbound.isEnterprise));
    } else if (inbound.kind === 'press' || inbound.kind === 'dialog') {
      const outcome = await inOrder(inbound.event, withNames(inbound.event, inbound.isEnterprise));
      if (outcome?.notice) notices.show(inbound.presser, outcome.notice);
      if (outcome?.errors) return showErrors(outcome.errors);
    }
    return undefined;
  };
}
