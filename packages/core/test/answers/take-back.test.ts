import { expect, it } from 'vitest';
import type { AnswerDeps } from '../../src/answers/given-answer.js';
import { takeBack } from '../../src/approvals/withdraw.js';
import { systemAuditEntry } from '../../src/audit/audit.js';
import { at, promptOf } from '../rows.js';

it('an approval that cannot be taken back because its chats cannot be read keeps no slot for its callback', async () => {
  let held = 0;
  const deps = {
    store: { posts: { of: () => Promise.reject(new Error('The database does not answer.')) } },
    deliveries: {
      reserve: () => {
        held += 1;
        return { claim: { by: 'this', until: at }, end: () => void (held -= 1) };
      },
    },
  } as unknown as AnswerDeps;
  const approved = promptOf(
    { state: 'answered', answer: 'approve', answeredAt: at, callbackUrl: 'https://agent.example/answers' },
    { channelIds: ['releases', 'oncall'] },
  );
  const by = { id: '7', username: null, name: 'Ada' };
  const audit = systemAuditEntry({ now: () => at.getTime() }, 'prompt.withdrawn', '#12');
  await expect(takeBack(deps, approved, by, audit, null)).rejects.toThrow('The database does not answer.');
  expect(held).toBe(0);
});
