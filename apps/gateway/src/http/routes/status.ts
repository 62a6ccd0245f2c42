import { getStatus } from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import { answers, type Answers } from '../answers.js';

/** How the service fares, in numbers. */
export function statusRoutes(gateway: Gateway): Answers[] {
  return [
    answers(getStatus, async ({ principal }) => {
      const { counts, problem } = await gateway.status(principal);
      const platforms = counts?.activeChannels ?? {};
      return {
        status: problem === null ? ('ok' as const) : ('error' as const),
        database: problem ?? 'ok',
        channels_active: Object.values(platforms).reduce((sum, count) => sum + count, 0),
        prompts_pending: counts?.pendingPrompts ?? 0,
        prompts_answered_24h: counts?.promptsAnsweredSince ?? 0,
        platforms,
      };
    }),
  ];
}
