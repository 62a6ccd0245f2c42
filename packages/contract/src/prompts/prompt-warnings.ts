import { z } from 'zod';

/** A possible mistake in a prompt that was accepted. */
export const promptWarning = z
  .object({
    code: z.string().meta({
      description:
        '`no_attachments`: with `allow_attachments`, the platform of the channel passes no files on. `not_answerable`: the prompt has neither `options` nor `allow_text`. `not_receiving`: the channel is failing, so that answers from ' +
        'the chat may not arrive. `uninspectable`: a chat cannot show the whole action. `not_posted`: the question is not in one of the `channels`. `waiting_for_window`: see the field of the prompt. ' +
        '`narrowed_by_rule`: the rule sets a shorter time. `rule_error`: the condition of the rule failed, so people are asked, or the prompt is denied. More codes may be added.',
      examples: ['not_answerable'],
    }),
    message: z.string().meta({ description: 'What is wrong and how to fix it, in one sentence.' }),
  })
  .meta({ id: 'PromptWarning' });
export type PromptWarning = z.output<typeof promptWarning>;
