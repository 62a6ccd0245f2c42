import { z } from 'zod';
import { characters, dateTime, httpUrl, limits } from '../vocabulary.js';

export const noteKind = z.enum(['progress', 'done', 'failed']).meta({
  description: '`progress`: the work goes on. `done`: it is complete. `failed`: it did not succeed.',
});

/** What an agent says under its question. */
export const promptNote = z
  .object({
    kind: noteKind,
    text: z.string(),
    url: z.string().nullable(),
    at: dateTime,
  })
  .meta({ id: 'PromptNote' });
export type PromptNote = z.output<typeof promptNote>;

export const newPromptNote = z
  .strictObject({
    kind: noteKind,
    text: characters(limits.noteText, 1)
      .refine((text) => text === '' || text.trim() !== '', { error: 'must not be blank' })
      .meta({ description: 'Plain text. The chat marks it as the words of the agent.' }),
    url: httpUrl
      .refine((url) => !URL.canParse(url) || hasNoUser(new URL(url)), {
        error: 'must not have a user name or a password: people could take it for the address of another host',
      })
      .nullish()
      .transform((url) => url ?? null)
      .meta({ description: 'The address of a page about it, such as a log.' }),
  })
  .meta({ id: 'NewPromptNote' });
export type NewPromptNote = z.output<typeof newPromptNote>;

function hasNoUser({ username, password }: URL): boolean {
  return username === '' && password === '';
}
