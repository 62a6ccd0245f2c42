import { z } from 'zod';

/** A text in the URL. The router parses digits as a number; this turns them back into text. */
export const searchText = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) => text || undefined)
  .optional()
  .catch(undefined);
