import { z } from 'zod';
import { characters, limits } from './vocabulary.js';

/** Someone who may answer. */
export const approver = z.union([
  z.strictObject({ person: z.string().min(1) }),
  z.strictObject({ group: z.string().min(1) }),
  z.strictObject({ user_id: characters(limits.targetChatId, 1) }),
]);
export type Approver = z.output<typeof approver>;
