import type { Store } from '@gateway/core';
import { after, newAudit, newSession, now, org } from './fixture.js';

/** Calls what devices, notification settings and pushes call. */
export async function callNotifications({ notifications, sessions, alerts, keys }: Store): Promise<void> {
  const sessionId = 's77';
  const saved = await notifications.saveDevice(
    {
      organizationId: org,
      id: 'device',
      operatorId: 'a77',
      sessionId,
      endpointHash: 'hash of device',
      subscription: 'v1',
      userAgent: null,
      confirmedAt: now,
    },
    20,
  );
  await sessions.get(org, newSession(sessionId, 'a77').id);
  await notifications.anyDevice();
  await notifications.devices(org, 'a77');
  await notifications.devicesById(org, ['device']);
  if (saved) await notifications.resealDevice(saved, 'v2');
  const settings = { channels: ['c7'], onlyMine: true, quietHours: { from: 0, to: 60, timeZone: 'UTC' }, alerts: true };
  await notifications.saveSettings(org, 'a77', settings, now);
  await notifications.settings(org, 'a77');
  await notifications.audience(org, after(-60));
  await notifications.addKeys('v1');
  await notifications.replaceKeys({ before: 'v1', after: 'v2' });
  const from = await notifications.position();
  const asked = [true, false].map((again) => ({ deviceId: 'd77', promptNum: again ? 77 : 78, again }));
  await notifications.advance(org, { from, to: from + 1, at: now }, { asked, closed: [] });
  const closed = [
    { promptNum: 79, devices: null },
    { promptNum: 80, devices: ['d80'] },
  ];
  await notifications.advance(org, { from: from + 1, to: from + 2, at: now }, { asked: [], closed });
  const [first, second] = await notifications.claim(after(1), after(31), 2);
  if (first) await notifications.end([{ notice: first, dueAt: after(60), attempts: 1, drop: false }]);
  if (second) await notifications.end([{ notice: second, dueAt: null, attempts: 1, drop: true }]);
  await notifications.nextDue();
  await notifications.noteResults([{ organizationId: org, id: 'd77', error: null }], now);
  await notifications.dropDevices(org, ['d81']);
  await notifications.removeDevice(org, 'a82', 'd82');
  await keys.ending(org, { after: now, before: after(60), lifeMs: 1000, limit: 20 });
  const trouble = { kind: 'channel_failing', subject: 'c77', name: 'c77', detail: null } as const;
  await alerts.seen(org, [{ ...trouble, dueAt: now }], now);
  await alerts.end(org, after(-60), now);
  await alerts.list(org, 100);
  await alerts.channel(org);
  await alerts.setChannel(org, 'c77', () => newAudit('settings.updated', 'alerts'));
  for (const alert of await alerts.claim(after(1), after(31), 16)) {
    await alerts.record(alert, { told: ['device:d77'], dueAt: null, attempts: 1, now });
    await alerts.drop(alert);
  }
}
