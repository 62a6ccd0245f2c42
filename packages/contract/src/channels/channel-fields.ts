import { z } from 'zod';
import { characters, limits } from '../vocabulary.js';

export const targetChatId = characters(limits.targetChatId, 1)
  .transform((target) => target.trim())
  .refine((target) => target !== '', { error: 'must not be blank' })
  .meta({
    description: 'The chat, channel, space or person on the platform. Leading and trailing spaces are removed.',
  });
export const credentials = z.record(z.string(), characters(limits.credential)).meta({
  description: "The platform's credentials by name; `GET /v1/platforms` lists them. They are never returned.",
  examples: [{ bot_token: '123456:ABC-DEF' }],
});
/** Default to none, so that the error names the credentials that the platform requires. */
export const requiredCredentials = z.preprocess((given) => given ?? {}, credentials) as unknown as typeof credentials;
/** A limit of open prompts in a channel. */
export const attentionLimit = z.int().min(1).max(limits.attentionMax);
