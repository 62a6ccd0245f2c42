import { getSettings, previewSettings, updateSettings } from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { settingsUpdate } from '../records/inputs.js';
import { retentionRecord } from '../records/retention.js';

/** Retention settings. */
export function settingsRoutes({ settings, managed }: Gateway): Endpoint[] {
  return [
    endpoint(getSettings, async ({ principal }) =>
      retentionRecord(await settings.retention(principal.organizationId), await managed.files(principal)),
    ),
    endpoint(updateSettings, async ({ principal, body }) =>
      retentionRecord(await settings.update(principal, settingsUpdate(body)), await managed.files(principal)),
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
