import { z } from 'zod';
import { dateTime } from '../vocabulary.js';

export const credentialsSetBy = z
  .object({
    kind: z.enum(['key', 'operator', 'open', 'file']),
    id: z.string().nullable(),
    name: z.string().nullable(),
    at: dateTime,
  })
  .meta({
    id: 'CredentialsSetBy',
    description:
      'Who set the credentials or the chat last: an API key, an operator, a configuration file, or a request while authentication was off (`open`). Null: an earlier version, which did not record it.',
  });

export const credentialsProven = z.boolean().meta({
  description:
    'Whether the credentials and the chat were last set with `people:write`, by an operator, by the configuration file or while authentication was off. Only such a channel can be used with approvers or a policy.',
});
