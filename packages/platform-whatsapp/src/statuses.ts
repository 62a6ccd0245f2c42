import { toPlatformError } from '@gateway/graph-api';
import type { DeliveryReport } from '@gateway/platform-kit';
import { z } from 'zod';
import { WHATSAPP } from './errors.js';
import { targetsOf } from './person.js';

/** What WhatsApp reports about an own message. `sent` says no more than the reply to the post, and is left out. */
export const status = z.object({
  id: z.string().min(1).max(255),
  status: z.enum(['delivered', 'read', 'played', 'failed']),
  recipient_id: z.string().optional(),
  recipient_user_id: z.string().optional(),
  recipient_parent_user_id: z.string().optional(),
  errors: z
    .array(
      z.object({
        code: z.number(),
        title: z.string().catch(''),
        error_data: z.object({ details: z.string() }).optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
});

export function readStatus(reported: z.output<typeof status>): DeliveryReport | null {
  const { id, recipient_id, recipient_user_id, recipient_parent_user_id, errors } = reported;
  const [target, ...others] = targetsOf([recipient_id, recipient_user_id, recipient_parent_user_id]);
  if (target === undefined) return null;
  const common = { targets: [target, ...others], message: { id } } as const;
  if (reported.status !== 'failed') {
    return { ...common, state: reported.status === 'delivered' ? 'delivered' : 'read', problem: null };
  }
  const { code = 0, title = '', error_data } = errors?.[0] ?? {};
  const problem = toPlatformError(WHATSAPP, { code, title, details: error_data?.details });
  return { ...common, state: 'failed', problem: problem.explanation };
}
