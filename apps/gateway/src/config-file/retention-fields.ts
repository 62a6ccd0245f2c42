import type { SettingsUpdate } from '@gateway/core';

/** The retention settings: their names in the API and in the core. */
export const managedFields = [
  ['prompts_retention_enabled', 'promptsRetentionEnabled'],
  ['prompts_retention_days', 'promptsRetentionDays'],
  ['messages_inbound_retention_enabled', 'messagesInboundRetentionEnabled'],
  ['messages_outbound_retention_enabled', 'messagesOutboundRetentionEnabled'],
  ['messages_inbound_retention_days', 'messagesInboundRetentionDays'],
  ['messages_outbound_retention_days', 'messagesOutboundRetentionDays'],
  ['messages_inbound_zero_retention', 'messagesInboundZeroRetention'],
  ['messages_outbound_zero_retention', 'messagesOutboundZeroRetention'],
  ['audit_retention_enabled', 'auditRetentionEnabled'],
  ['audit_retention_days', 'auditRetentionDays'],
] as const satisfies readonly (readonly [string, keyof SettingsUpdate])[];
