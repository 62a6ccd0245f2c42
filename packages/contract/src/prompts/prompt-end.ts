import { z } from 'zod';

export const closedReason = z.enum(['ttl', 'cancelled', 'undeliverable']);
export type ClosedReason = z.output<typeof closedReason>;

/** What became of a post that the platform accepted. */
export const deliveryState = z.enum(['accepted', 'delivered', 'read', 'failed']);
export type DeliveryState = z.output<typeof deliveryState>;

/** The fields of a prompt's record that say what became of the question. */
export const promptEnd = {
  closed_reason: closedReason.nullable().meta({
    description:
      'Why the prompt is `expired`: `ttl` (not answered in time), `cancelled`, or `undeliverable` (the platform reported that the question ' +
      'did not reach the chat). Null in other states.',
  }),
  closed_detail: z
    .string()
    .nullable()
    .meta({ description: 'The platform’s reason for `undeliverable`. Null otherwise.' }),
  delivery_state: deliveryState.nullable().meta({
    description:
      'What the platform reported about the message with the question: `accepted`, `delivered` (it is on the person’s device), `read` or ' +
      '`failed`. Null: the platform does not report it.',
  }),
  delivery_remark: z
    .string()
    .nullable()
    .meta({
      description:
        'Whom the platform could not reach where a chat stands for several people, such as one of several e-mail addresses: a reason a line. ' +
        'The others can answer, so the prompt stays open. Null: nothing was reported.',
    }),
};
