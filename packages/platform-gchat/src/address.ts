import { PlatformError } from '@gateway/platform-kit';

const SPACE = /^(?:spaces\/)?[A-Za-z0-9_-]{1,128}(?:\/threads\/[A-Za-z0-9_.-]{1,128})?$/;
const PERSON = /^users\/[A-Za-z0-9_.@+-]{1,256}$/;
/** A space (`spaces/AAAA`, or only `AAAA`), a thread of it (`spaces/AAAA/threads/BBBB`), or a person (`users/123`). */
export const TARGET_PATTERN = `${SPACE.source}|${PERSON.source}`;

export interface Address {
  /** `spaces/AAAA`. */
  readonly space: string;
  /** `spaces/AAAA/threads/BBBB`, or null. */
  readonly thread: string | null;
}

/** The person whom a target names (`users/123`); null when it names a space. */
export function personOf(target: string): string | null {
  const trimmed = target.trim();
  return PERSON.test(trimmed) ? trimmed : null;
}

/** Parses a target that names a space; throws `invalid` when it is not one. */
export function parseSpace(target: string): Address {
  const trimmed = target.trim();
  if (!SPACE.test(trimmed)) {
    throw new PlatformError('invalid', 'This is not a Google Chat space.', {
      hint: 'Set the target to a space such as spaces/AAAAMpdlehY, to one of its threads such as spaces/AAAAMpdlehY/threads/UMxbHmzDlr4, or to a person such as users/123456789012345678901.',
    });
  }
  const name = trimmed.startsWith('spaces/') ? trimmed : `spaces/${trimmed}`;
  const space = name.split('/', 2).join('/');
  return { space, thread: name === space ? null : name };
}

/** The targets under which an operator may have registered the conversation of a message. `person`: of a direct message. */
export function targetsOf(
  space: string,
  thread: string | undefined,
  person: string | undefined,
): [string, ...string[]] {
  const names: [string, ...string[]] = [
    space,
    space.replace(/^spaces\//, ''),
    ...(person === undefined ? [] : [person]),
  ];
  return thread === undefined ? names : [thread, ...names];
}
