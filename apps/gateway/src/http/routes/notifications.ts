import {
  addNotificationDevice,
  getNotifications,
  removeNotificationDevice,
  testNotificationDevice,
  updateNotifications,
  type NotificationDevice,
  type NotificationSettings,
} from '@gateway/contract';
import type { DeviceRow, Gateway, OwnNotifications, Principal } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { snake } from '../records/field-names.js';

/** The operators' own notification settings and devices. */
export function notificationRoutes({ notifications }: Gateway): Endpoint[] {
  return [
    endpoint(getNotifications, async ({ principal }) => recordOf(await notifications.own(principal), principal)),
    endpoint(updateNotifications, async ({ principal, body }) => {
      const { channels, only_mine: onlyMine, quiet_hours: quiet, alerts } = body;
      const changed = await notifications.update(principal, {
        ...(channels !== undefined && { channels }),
        ...(onlyMine !== undefined && { onlyMine }),
        ...(alerts !== undefined && { alerts }),
        ...(quiet !== undefined && {
          quietHours: quiet && { from: minutesOf(quiet.from), to: minutesOf(quiet.to), timeZone: quiet.time_zone },
        }),
      });
      return recordOf(changed, principal);
    }),
    endpoint(addNotificationDevice, async ({ principal, body, headers }) => {
      const { endpoint: address, keys } = body;
      const target = { endpoint: address, p256dh: keys.p256dh, auth: keys.auth };
      const userAgent = headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null;
      return deviceRecord(await notifications.register(principal, target, userAgent), principal);
    }),
    endpoint(removeNotificationDevice, async ({ principal, params }) => {
      await notifications.remove(principal, params.id);
      return { status: 'removed' };
    }),
    endpoint(testNotificationDevice, async ({ principal, params, signal }) => {
      await notifications.test(principal, params.id, signal());
      return { status: 'sent' };
    }),
  ];
}

const MAX_USER_AGENT = 512;

function recordOf({ publicKey, settings, devices }: OwnNotifications, principal: Principal): NotificationSettings {
  const { channels, onlyMine, quietHours, alerts } = settings;
  return {
    public_key: publicKey,
    channels: channels && [...channels],
    only_mine: onlyMine,
    quiet_hours: quietHours && {
      from: timeOf(quietHours.from),
      to: timeOf(quietHours.to),
      time_zone: quietHours.timeZone,
    },
    alerts,
    devices: devices.map((device) => deviceRecord(device, principal)),
  };
}

function deviceRecord(device: DeviceRow, { operator }: Principal): NotificationDevice {
  return {
    id: device.id,
    current: device.sessionId === operator?.sessionId,
    ...snake(device, 'userAgent', 'createdAt', 'confirmedAt', 'lastSuccessAt', 'failures', 'lastError'),
  };
}

/** Minutes after midnight, from and to `22:00`. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function timeOf(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
