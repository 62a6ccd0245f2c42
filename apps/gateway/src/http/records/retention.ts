import type { RetentionSettings } from '@gateway/contract';
import type { FileOf, RetentionRow } from '@gateway/core';
import { snake } from './field-names.js';
import { managedBy } from './managed.js';

/** What a configuration file declares of the retention settings. */
export const declaredRetention = (row: RetentionRow) => ({
  ...snake(row, 'promptsRetentionEnabled', 'promptsRetentionDays'),
  ...snake(row, 'messagesInboundRetentionEnabled', 'messagesOutboundRetentionEnabled'),
  ...snake(row, 'messagesInboundRetentionDays', 'messagesOutboundRetentionDays'),
  ...snake(row, 'messagesInboundZeroRetention', 'messagesOutboundZeroRetention'),
  ...snake(row, 'auditRetentionEnabled', 'auditRetentionDays'),
});

export const retentionRecord = (row: RetentionRow, fileOf: FileOf): RetentionSettings => ({
  ...declaredRetention(row),
  ...managedBy(fileOf, 'retention', 'retention'),
  ...snake(row, 'updatedAt'),
});
