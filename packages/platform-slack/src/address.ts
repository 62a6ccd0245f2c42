import { PlatformError } from '@gateway/platform-kit';

/** A channel (`C…`, private also `G…`), a direct message (`D…`), a person (`U…`, `W…`), or a thread of one of them (`C…:1712345678.123456`). */
export const TARGET_PATTERN = '^[CDGUW][A-Z0-9]{2,}(?::[0-9]+\\.[0-9]+)?$';

export interface Address {
  /** A conversation's id, or a person's: Slack opens the direct message. */
  readonly channel: string;
  /** The first message of the thread; undefined: the channel itself. */
  readonly thread: string | undefined;
}

/** Takes a channel's target apart; throws `invalid` when nothing is left of it. */
export function parseTarget(target: string): Address {
  const [, channel = '', thread] = /^(.*?)(?::(\d+\.\d+))?$/s.exec(target.trim()) ?? [];
  if (channel === '') {
    throw new PlatformError('invalid', 'This is not a Slack conversation.', {
      hint: 'Set the target to a channel id such as C0123456789, a person such as U0123456789, or a thread such as C0123456789:1712345678.123456.',
    });
  }
  return { channel, thread };
}

export function isPerson({ channel }: Address): boolean {
  return /^[UW][A-Z0-9]+$/.test(channel);
}

/**
 * The id of a message as the gateway knows it: its timestamp; of a reply in a thread `<thread>:<timestamp>`, because Slack wants
 * the thread's first message wherever something is to be put beside the reply.
 */
export function messageIdOf(ts: string, thread: string | undefined): string {
  return thread === undefined || thread === ts ? ts : `${thread}:${ts}`;
}

/** The thread in which an answer to a message belongs. */
export function threadOf(messageId: string): string {
  return messageId.split(':', 1)[0] ?? messageId;
}
