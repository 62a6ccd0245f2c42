import { z } from 'zod';
import { dateTime } from '../vocabulary.js';

/** The length of a period of `traffic`, in hours. */
export const TRAFFIC_PERIOD_HOURS = 6;
/** The periods of `traffic`: a week. */
export const TRAFFIC_PERIODS = 28;

const proof = z
  .object({
    at: dateTime,
    prompt_id: z.string().nullable().meta({
      description: 'The prompt that it was about. Null: none, or the reader is not an operator who may read prompts.',
    }),
  })
  .nullable();

export const trafficProofs = z
  .object({
    asked: proof.meta({ description: 'The latest post to the chat that the platform accepted.' }),
    answered: proof.meta({
      description:
        'The latest answer of a person to a prompt that arrived from the chat. Answers in the console, by a link or by a rule do not ' +
        'count. Null while `credentials_proven` is false.',
    }),
    received: proof.meta({
      description: 'The latest event from the chat. Null while `credentials_proven` is false.',
    }),
  })
  .meta({
    id: 'ChannelProofs',
    description: 'What traffic has proven since the credentials or the chat were last set. Null: not proven yet.',
  });

export const traffic = z
  .array(
    z
      .object({
        from: dateTime.meta({ description: 'The begin of six hours: 0, 6, 12 or 18 o’clock in UTC.' }),
        asked: z.int().meta({ description: 'Posts that the platform accepted.' }),
        answered: z.int().meta({ description: 'Answers of people to prompts, from the chat.' }),
        received: z.int().meta({ description: 'Events from the chat.' }),
        refused: z
          .int()
          .meta({ description: 'Attempts to post that failed, and posts that the platform reported as failed later.' }),
      })
      .meta({ id: 'ChannelTraffic' }),
  )
  .optional()
  .meta({
    description:
      'The last seven days in periods of six hours, oldest first, without periods in which nothing happened. In lists only with ' +
      '`traffic=true`.',
  });
