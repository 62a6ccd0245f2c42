import { getSettings, previewSettings, updateSettings, type RetentionSettings } from '@gateway/contract';
import type { FileOf, Gateway, RetentionRow } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { settingsUpdate } from '../records/inputs.js';
import { managedBy } from '../records/managed.js';

/** Retention settings. */
export function settingsRoutes({ settings, managed }: Gateway): Endpoint[] {
  return [
    endpoint(getSettings, async ({ principal }) =>
      record(await settings.retention(principal.organizationId), await managed.files(principal)),
    ),
    endpoint(updateSettings, async ({ principal, body }) =>
      record(await settings.update(principal, settingsUpdate(body)), await managed.files(principal)),
    ),
    endpoint(previewSettings, async ({ principal, body }) => {
      const { prompts, inbound, outbound, audit, lastRun } = await settings.preview(principal, settingsUpdate(body));
      return {
        would_remove: { prompts, messages_inbound: inbound, messages_outbound: outbound, audit },
        last_run: lastRun && { at: lastRun.at.toISOString(), prompts: lastRun.prompts, messages: lastRun.messages },
      };
    }),
  ];
}

function record(row: RetentionRow, fileOf: FileOf): RetentionSettings {
  return {
    prompts_retention_enabled: row.promptsRetentionEnabled,
    prompts_retention_days: row.promptsRetentionDays,
    messages_inbound_retention_enabled: row.messagesInboundRetentionEnabled,
    messages_outbound_retention_enabled: row.messagesOutboundRetentionEnabled,
    messages_inbound_retention_days: row.messagesInboundRetentionDays,
    messages_outbound_retention_days: row.messagesOutboundRetentionDays,
    messages_inbound_zero_retention: row.messagesInboundZeroRetention,
    messages_outbound_zero_retention: row.messagesOutboundZeroRetention,
    audit_retention_enabled: row.auditRetentionEnabled,
    audit_retention_days: row.auditRetentionDays,
    ...managedBy(fileOf, 'retention', 'retention'),
    updated_at: row.updatedAt.toISOString(),
  };
}
