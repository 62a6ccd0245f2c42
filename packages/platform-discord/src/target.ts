import { PlatformError } from '@gateway/platform-kit';

/** The id of a channel or thread, or `user:` and the id of a person. */
export const TARGET_PATTERN = '^(?:user:)?[0-9]{15,21}$';

/** The target of a person. */
export const personTarget = (userId: string): string => `user:${userId}`;

/** Parses a channel's target; throws `invalid` when it cannot be an id. */
export function parseTarget(target: string): { readonly kind: 'channel' | 'person'; readonly id: string } {
  const [, prefix, id] = /^(user:)?(\d{1,25})$/.exec(target.trim()) ?? [];
  if (id === undefined) {
    throw new PlatformError('invalid', 'This is not a Discord channel.', {
      hint: 'Set the target to the id of a channel or thread (right-click it, Copy Channel ID), or to user: and a user id.',
    });
  }
  return { kind: prefix === undefined ? 'channel' : 'person', id };
}
