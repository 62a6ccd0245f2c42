import { getAlerts, updateAlerts, type AlertsRecord } from '@gateway/contract';
import type { AlertsNow, Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';

/** What operators are told of, and where. */
export function alertRoutes({ alerts }: Gateway): Endpoint[] {
  return [
    endpoint(getAlerts, async ({ principal }) => recordOf(await alerts.now(principal))),
    endpoint(updateAlerts, async ({ principal, body }) => recordOf(await alerts.postIn(principal, body.channel_id))),
  ];
}

function recordOf({ channelId, alerts }: AlertsNow): AlertsRecord {
  return {
    channel_id: channelId,
    alerts: alerts.map(({ kind, subject, name, detail, since, dueAt }) => ({
      kind,
      subject,
      name,
      detail,
      since: since.toISOString(),
      told: dueAt === null,
    })),
  };
}
