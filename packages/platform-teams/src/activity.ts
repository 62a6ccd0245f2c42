import { z } from 'zod';

const account = z.object({
  id: z.string(),
  name: z.string().nullish().catch(null),
  aadObjectId: z.string().nullish().catch(null),
  role: z.string().nullish().catch(null),
});

const text = z.string().optional().catch(undefined);

const named = z.object({ name: text });

/** The fields of a Bot Framework activity that are used. A field of an unknown shape counts as absent. */
export const activitySchema = z.object({
  type: z.string(),
  id: text,
  name: text,
  channelId: text,
  serviceUrl: text,
  text,
  replyToId: text,
  from: account.optional().catch(undefined),
  recipient: account.optional().catch(undefined),
  conversation: z
    .object({ id: z.string().min(1), name: text, conversationType: text })
    .optional()
    .catch(undefined),
  /** Of an `installationUpdate`: `add`, `remove`, `add-upgrade` or `remove-upgrade`. */
  action: text,
  membersRemoved: z.array(z.object({ id: z.string() })).catch([]),
  channelData: z
    .object({ team: named.optional().catch(undefined), channel: named.optional().catch(undefined) })
    .optional()
    .catch(undefined),
  value: z.unknown().optional(),
  entities: z.array(z.unknown()).catch([]),
  attachments: z.array(z.unknown()).catch([]),
});

export type Activity = z.output<typeof activitySchema>;

/** Whether this is the invoke of a press on `Action.Execute`. The HTTP reply is the new card for the person who pressed. */
export function isCardAction({ type, name }: Activity): boolean {
  return type === 'invoke' && name === 'adaptiveCard/action';
}
