import type { Removal, RetentionRow } from '../ports/service/retention-store.js';

const DAY_MS = 24 * 3_600_000;

/** The removals of prompts, messages and audit log entries that the settings require at `now`. */
export function scheduledRemovals(
  settings: RetentionRow,
  now: number,
): (Removal & { readonly of: 'prompts' | 'messages' | 'audit entries' })[] {
  const { organizationId } = settings;
  const daysAgo = (days: number) => new Date(now - days * DAY_MS);
  const messages = (direction: 'inbound' | 'outbound', days: number) =>
    ({ of: 'messages', organizationId, direction, before: daysAgo(days) }) as const;
  return [
    ...(settings.promptsRetentionEnabled
      ? [{ of: 'prompts', organizationId, before: daysAgo(settings.promptsRetentionDays) } as const]
      : []),
    ...(settings.messagesInboundRetentionEnabled ? [messages('inbound', settings.messagesInboundRetentionDays)] : []),
    ...(settings.messagesOutboundRetentionEnabled
      ? [messages('outbound', settings.messagesOutboundRetentionDays)]
      : []),
    ...(settings.auditRetentionEnabled
      ? [
          {
            of: 'audit entries',
            organizationId,
            before: daysAgo(settings.auditRetentionDays),
            removedAt: new Date(now),
          } as const,
        ]
      : []),
  ];
}
