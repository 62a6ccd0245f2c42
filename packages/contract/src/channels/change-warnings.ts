import { z } from 'zod';

/** What a change did to channels and rules. */
export const changeWarnings = z
  .array(
    z
      .object({
        code: z.string().meta({
          description:
            '`no_approvers`: no one can answer the prompts of a channel or rule any more. `too_few_approvers`: fewer people than its policy ' +
            'needs. Every prompt of it is refused. More codes may be added.',
          examples: ['too_few_approvers'],
        }),
        message: z.string().meta({ description: 'What is wrong and how to fix it.' }),
      })
      .meta({ id: 'ChangeWarning' }),
  )
  .optional()
  .meta({ description: 'Channels and rules whose prompts are all refused because of the change. Absent: none.' });
