import { PlatformError } from '@gateway/platform-kit';

/** A channel (`C…`, private also `G…`), a direct message (`D…`), a person (`U…`, `W…`), or a thread of one of them (`C…:1712345678.123456`). */
export const TARGET_PATTERN = '^[CDGUW][A-Z0-9]{2,}(?::[0-9]+\\.[0-9]+)?$';

export interface Address {
  /** The id of a conversation, or of a person: Slack then opens the direct message. */
  readonly channel: string;
  /** Timestamp of the thread's first message; undefined for the channel itself. */
  readonly thread: string | undefined;
}

/** Parses a channel's target; throws `invalid` when it is blank. */
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
 * The gateway's id of a message: its timestamp, or `<thread>:<timestamp>` for a reply in a thread, because Slack needs the timestamp of
 * the thread's first message to post in that thread.
 */
export function messageIdOf(ts: string, thread: string | undefined): string {
  return thread === undefined || thread === ts ? ts : `${thread}:${ts}`;
}

/** The thread that an agent names; throws `invalid` when it cannot be one. */
export function threadIn(given: string): string {
  if (/^\d+\.\d+$/.test(given)) return given;
  throw new PlatformError('invalid', 'This is not a thread of Slack.', {
    hint: "Give the timestamp of the thread's first message, such as 1712345678.123456.",
  });
}

/** The thread for a reply to a message. */
export function threadOf(messageId: string): string {
  return messageId.split(':', 1)[0] ?? messageId;
}

/** An operator may register a thread as a target, and a direct message by the person's id. */
export function targetsOf(
  channel: string,
  thread: string | undefined,
  person: string | undefined,
): [string, ...string[]] {
  const names: [string, ...string[]] = person === undefined ? [channel] : [channel, person];
  return thread === undefined ? names : [`${channel}:${thread}`, ...names];
}
