import { actionArgs, limits } from '@gateway/contract';
import { z } from 'zod';

/**
 * The arguments of the tools, as a model reads them. The gateway checks them like every request, so they have types and descriptions here
 * and no limits.
 */
const waitSec = z
  .number()
  .int()
  .min(0)
  .max(limits.ttlSecMax)
  .optional()
  .meta({
    description:
      'Longest time to wait for the answer, in seconds. Default: until the question ends. If the client reports no progress, a call returns ' +
      'after 45 seconds at the latest.',
  });
const channelId = z
  .string()
  .optional()
  .meta({ description: 'A channel id from list_channels. Default: the configured one.' });
const promptId = z.string().meta({ description: 'The prompt_id of ask_human, such as "#12".' });

export const askArguments = z.object({
  question: z
    .string()
    .meta({ description: 'What to ask. People see only this text, so it must say what it is about.' }),
  options: z.array(z.string()).optional().meta({ description: 'Answers to choose from, shown as buttons.' }),
  allow_text: z.boolean().optional().meta({ description: 'Whether people may answer in their own words.' }),
  action: z
    .object({
      name: z.string(),
      args: actionArgs.optional(),
      summary: z.string().optional(),
      risk: z.enum(['low', 'medium', 'high']).optional(),
    })
    .optional()
    .meta({ description: 'What you are about to do. Shown with the question.' }),
  decisions: z
    .array(z.enum(['approve', 'reject', 'edit', 'respond']))
    .optional()
    .meta({ description: 'Decisions about `action` to offer as buttons, instead of options.' }),
  approving_options: z.array(z.string()).optional().meta({
    description: 'With `action` and `options`: those that let the action run, not all of them. Default: none does.',
  }),
  consume_within_sec: z.number().int().min(1).max(limits.consumeWithinSecMax).optional().meta({
    description: 'With `action`: seconds after the answer in which consume_approval can use it. Default: no limit.',
  }),
  channel_id: channelId,
  ttl_sec: z
    .number()
    .int()
    .min(0)
    .max(limits.ttlSecMax)
    .optional()
    .meta({ description: 'Seconds until the question expires. Default: 3600. 0: never.' }),
  correlation_id: z.string().optional().meta({ description: 'Any text of yours, which the record repeats.' }),
  wait_sec: waitSec,
});

export const awaitArguments = z.object({ prompt_id: promptId, wait_sec: waitSec });
export const cancelArguments = z.object({ prompt_id: promptId });

export const consumeArguments = z.object({
  prompt_id: promptId,
  action: z
    .object({ name: z.string(), args: actionArgs.nullable().optional() })
    .optional()
    .meta({ description: 'What you are about to do: exactly its name and arguments. Or give action_digest.' }),
  action_digest: z.string().optional().meta({ description: 'The action_digest of the answer of ask_human.' }),
});

export const sendArguments = z.object({
  channel_id: z.string().meta({ description: 'A channel of the type MESSAGE.' }),
  text: z.string(),
  reply_to: z.string().optional().meta({ description: 'The id of the message to reply to.' }),
});

export const readArguments = z.object({
  channel_id: z.string(),
  limit: z
    .number()
    .int()
    .min(1)
    .max(limits.listMax)
    .optional()
    .meta({ description: `Default: ${limits.listDefault}.` }),
});
