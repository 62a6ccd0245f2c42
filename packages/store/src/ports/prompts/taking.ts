import type { TakingStore } from '@gateway/core';
import type { PromptRow } from '../../sql/rows.js';
import { storableJson } from '../../sql/storable.js';
import { runUnit } from '../../sql/steps.js';
import { auditStep } from '../records/audit.js';
import { eventStep } from '../deliveries/events.js';
import type { Port } from '../port.js';
import { postsStep } from './posts.js';
import { promptEvent, streamEventStep } from '../deliveries/stream-events.js';

/** Who looks after a prompt. The row of the prompt decides which of several changes counts. */
export function takingStore(port: Port): TakingStore {
  const { engine, announce } = port;
  const eventsAfter = streamEventStep(engine);

  return {
    async change({ prompt: { organizationId, num, takenAt, stepsDone }, taker, at, stepDueAt, posts, audit, event }) {
      const { seen, changed } = await runUnit<{ seen: object; changed: PromptRow }>(port, [
        ...(event ? [eventStep({ ...event, organizationId, at })] : []),
        {
          name: 'changed',
          statement: `
            UPDATE prompt SET taken_by = ?, taken_at = ? ${stepDueAt ? ', step_due_at = ?' : ''} ${event ? 'FROM seen' : ''}
            WHERE organization_id = ? AND num = ? AND state = 'pending' AND (expires_at IS NULL OR expires_at > ?)
              AND steps_done = ? AND ${takenAt ? 'taken_at = ?' : 'taken_at IS NULL'}
            RETURNING prompt.*`,
          params: [
            taker && storableJson(taker),
            taker && at,
            ...(stepDueAt ? [stepDueAt] : []),
            organizationId,
            num,
            at,
            stepsDone,
            ...(takenAt ? [takenAt] : []),
          ],
        },
        auditStep('changed', audit),
        ...(posts.length > 0 ? [postsStep(engine, 'changed', posts)] : []),
        eventsAfter('changed', [promptEvent(taker ? 'prompt.taken' : 'prompt.released', { organizationId, num }, at)]),
      ]);
      if (event && !seen) return 'duplicate';
      if (changed) announce({ kind: 'prompt', organizationId, num });
      return changed ?? null;
    },
  };
}
