import { z } from 'zod';
import { outsideWindowChoices } from '../vocabulary.js';

export const outsideWindow = z.enum(outsideWindowChoices).meta({
  description:
    'When the person has not written within `limits.reply_window_ms` of the platform: `refuse` the post with `window_closed`; post it ' +
    'in the way that the platform allows then and may charge for (`direct`); or post `window_template`, whose button shows the question ' +
    '(`template`; messages are refused). `GET /v1/platforms` lists the choices of each platform.',
});
export type OutsideWindow = z.output<typeof outsideWindow>;

export const windowTemplate = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9_]{1,512}$/, 'must be lower-case letters, digits and underscores'),
    language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'must be a language code such as en or en_US'),
  })
  .meta({
    description:
      'The template that the platform has approved for `outside_window: "template"`; the guide of the platform has its text.',
    examples: [{ name: 'question_waiting', language: 'en' }],
  });
export type WindowTemplate = z.output<typeof windowTemplate>;
