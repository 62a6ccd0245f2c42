import { z } from 'zod';

/** An IANA name such as `Europe/Berlin`, in the canonical spelling. */
export const timeZone = z
  .string()
  .max(64)
  .transform((name, context) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be an IANA time zone, such as Europe/Berlin' });
      return z.NEVER;
    }
  });
