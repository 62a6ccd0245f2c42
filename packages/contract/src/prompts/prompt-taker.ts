import { z } from 'zod';
import { dateTime } from '../vocabulary.js';

/** Who looks after a prompt, in its record. */
export const promptTaker = {
  taken_by: z
    .object({
      person_id: z.string().nullable(),
      operator_id: z.string().nullable(),
      name: z.string(),
    })
    .meta({ id: 'PromptTaker' })
    .nullable()
    .meta({ description: 'Who has said that they look after it. Null: no one has, or it is not pending any more.' }),
  taken_at: dateTime.nullable(),
};
