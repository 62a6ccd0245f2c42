import { z } from 'zod';

/** A text in the address. What looks like a number there is a text all the same. */
export const searchText = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) => text || undefined)
  .optional()
  .catch(undefined);
