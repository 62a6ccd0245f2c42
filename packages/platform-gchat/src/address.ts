import { PlatformError } from '@gateway/platform-kit';

/** A space (`spaces/AAAA`, or only `AAAA`) or a thread of it (`spaces/AAAA/threads/BBBB`). */
export const TARGET_PATTERN = '^(?:spaces/)?[A-Za-z0-9_-]{1,128}(?:/threads/[A-Za-z0-9_.-]{1,128})?$';

export interface Address {
  /** `spaces/AAAA`. */
  readonly space: string;
  /** `spaces/AAAA/threads/BBBB`, or null. */
  readonly thread: string | null;
}

/** Parses a channel's target; throws `invalid` when it is not one. */
export function parseTarget(target: string): Address {
  const trimmed = target.trim();
  if (!new RegExp(TARGET_PATTERN).test(trimmed)) {
    throw new PlatformError('invalid', 'This is not a Google Chat space.', {
      hint: 'Set the target to a space such as spaces/AAAAMpdlehY, or to one of its threads such as spaces/AAAAMpdlehY/threads/UMxbHmzDlr4.',
    });
  }
  const name = trimmed.startsWith('spaces/') ? trimmed : `spaces/${trimmed}`;
  const space = name.split('/', 2).join('/');
  return { space, thread: name === space ? null : name };
}

/** The targets under which an operator may have registered the conversation of a message. */
export function targetsOf(space: string, thread: string | undefined): [string, ...string[]] {
  const names: [string, ...string[]] = [space, space.replace(/^spaces\//, '')];
  return thread === undefined ? names : [thread, ...names];
}
