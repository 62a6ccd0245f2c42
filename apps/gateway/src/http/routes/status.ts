import { getPromptStatistics, getStatistics, getStatus } from '@gateway/contract';
import { holdsAny, type Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { channelRecord } from '../records/channel.js';
import { promptStatisticsRecord } from '../records/prompt-statistics.js';

/** Status and statistics. */
export function statusRoutes(gateway: Gateway): Endpoint[] {
  return [
    endpoint(getStatus, async ({ principal }) => {
      const { counts, problem } = await gateway.status(principal);
      const platforms = counts?.activeChannels ?? {};
      return {
        status: problem === null ? ('ok' as const) : ('error' as const),
        database: problem ?? 'ok',
        channels_active: Object.values(platforms).reduce((sum, count) => sum + count, 0),
        prompts_pending: counts?.pendingPrompts ?? 0,
        prompts_answered_24h: counts?.promptsAnsweredSince ?? 0,
        receivers_paused: counts?.pausedReceivers ?? 0,
        platforms,
      };
    }),
    endpoint(getStatistics, async ({ principal, query }) => {
      const report = await gateway.statistics(principal, query.window ?? '24h', query.time_zone);
      const files = await gateway.managed.files(principal);
      const { window, from, to, buckets, medianAnswerMs, callbacks, before, queue, channels } = report;
      return {
        window,
        from: from.toISOString(),
        to: to.toISOString(),
        buckets: buckets.map(({ from: begins, created, answered, expired, cancelled, undeliverable }) => ({
          from: begins.toISOString(),
          created,
          answered,
          expired,
          cancelled,
          undeliverable,
        })),
        median_answer_ms: medianAnswerMs,
        callbacks,
        before: {
          from: before.from.toISOString(),
          to: before.to.toISOString(),
          callbacks: report.callbacksBefore,
        },
        queue: { pending: queue.pending, oldest_at: queue.oldestAt?.toISOString() ?? null },
        channels: {
          ...channels,
          troubled: channels.troubled.map((row) => channelRecord(row, principal, gateway.addresses, files)),
        },
      };
    }),
    endpoint(getPromptStatistics, async ({ principal, query }) => {
      const report = await gateway.promptStatistics(principal, query.window ?? '24h', query.time_zone);
      return promptStatisticsRecord(report, {
        keys: holdsAny(principal, ['keys:read']),
        people: holdsAny(principal, ['people:read']),
      });
    }),
  ];
}
