import { PlatformError } from '@gateway/platform-kit';

/** A page-scoped id. */
export const TARGET_PATTERN = '^[0-9]{5,25}$';

/** Parses a channel's target, which becomes part of a request path; throws `invalid` when it is not one. */
export function parseTarget(target: string): string {
  const trimmed = target.trim();
  // Accepts more than today's digits, but no character that would change the path.
  if (/^[\w-]{1,128}$/.test(trimmed)) return trimmed;
  throw new PlatformError('invalid', 'This is not a page-scoped id.', {
    hint: 'Set the target to the id under which the page knows the person, a number such as 24301234567890123.',
  });
}
