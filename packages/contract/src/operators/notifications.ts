import { z } from 'zod';
import { route } from '../routes/route.js';
import { channelId, dateTime, limits } from '../vocabulary.js';

const tag = 'Console';
const signedIn = { scopes: [], tag } as const;
const byId = z.object({ id: z.string() });

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 22:00' })
  .meta({ examples: ['22:00'] });

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'must be a time zone such as Europe/Berlin' })
  .meta({ examples: ['Europe/Berlin'] });

const quietHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay, time_zone: timeZone })
  .refine(({ from, to }) => from !== to, { error: 'must end at another time', path: ['to'] })
  .meta({
    id: 'QuietHours',
    description: 'A daily time without notifications. At its end, the prompts that are still open are notified.',
  });

const settings = {
  channels: z
    .array(channelId)
    .min(1)
    .max(limits.filterValues)
    .nullable()
    .meta({ description: 'Only prompts in these channels. Null: in all.' }),
  only_mine: z.boolean().meta({ description: 'Only prompts that wait for you. Otherwise all pending prompts.' }),
  quiet_hours: quietHours.nullable(),
  alerts: z.boolean().meta({
    description: 'Also problems of the gateway itself: see `GET /v1/alerts`. Default: for owners.',
  }),
};

/** A browser that gets notifications of an operator. */
export const notificationDevice = z
  .object({
    id: z.string(),
    current: z.boolean().meta({ description: 'Whether it was registered in this session.' }),
    user_agent: z.string().nullable(),
    created_at: dateTime,
    confirmed_at: dateTime.meta({
      description: 'When the console was last opened in it. After 30 days without, the device is removed.',
    }),
    last_success_at: dateTime.nullable(),
    failures: z.int().meta({ description: 'Failed notifications since the last success.' }),
    last_error: z.string().nullable(),
  })
  .meta({ id: 'NotificationDevice' });
export type NotificationDevice = z.output<typeof notificationDevice>;

export const notificationSettings = z
  .object({
    public_key: z.string().meta({
      description: 'The `applicationServerKey` for `PushManager.subscribe`, in base64url. The same on all instances.',
    }),
    ...settings,
    devices: z.array(notificationDevice).meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'Notifications' });
export type NotificationSettings = z.output<typeof notificationSettings>;

export const getNotifications = route({
  id: 'getNotifications',
  method: 'GET',
  path: '/console/session/notifications',
  ...signedIn,
  summary: 'Get your own notification settings and devices',
  status: 200,
  reply: notificationSettings,
  errors: [400],
});

export const updateNotifications = route({
  id: 'updateNotifications',
  method: 'PATCH',
  path: '/console/session/notifications',
  ...signedIn,
  summary: 'Change your own notification settings',
  body: z
    .strictObject({
      channels: settings.channels.optional(),
      only_mine: settings.only_mine.optional(),
      quiet_hours: settings.quiet_hours.optional(),
      alerts: settings.alerts.optional(),
    })
    .meta({ id: 'NotificationsPatch' }),
  status: 200,
  reply: notificationSettings,
  errors: [400, 413, 415],
});

export const addNotificationDevice = route({
  id: 'addNotificationDevice',
  method: 'POST',
  path: '/console/session/notifications/devices',
  ...signedIn,
  summary: 'Register this browser for notifications',
  description:
    'The body is the `PushSubscription` of the browser. A repeated registration renews it. At most 20 devices of an operator are kept. ' +
    'Signing out, in this browser or everywhere, removes the device.',
  body: z
    .object({
      endpoint: z.url({ protocol: /^https?$/ }).max(limits.url),
      keys: z.object({
        p256dh: z.string().regex(/^[\w-]{80,100}={0,2}$/, { error: 'must be a public key in base64url' }),
        auth: z.string().regex(/^[\w-]{20,32}={0,2}$/, { error: 'must be 16 bytes in base64url' }),
      }),
    })
    .meta({ id: 'PushSubscription' }),
  status: 201,
  reply: notificationDevice,
  errors: [400, 413, 415],
});

export const removeNotificationDevice = route({
  id: 'removeNotificationDevice',
  method: 'DELETE',
  path: '/console/session/notifications/devices/{id}',
  ...signedIn,
  summary: 'Remove one of your own devices',
  params: byId,
  status: 200,
  reply: z.object({ status: z.string() }),
  errors: [400, 404],
});

export const testNotificationDevice = route({
  id: 'testNotificationDevice',
  method: 'POST',
  path: '/console/session/notifications/devices/{id}/test',
  ...signedIn,
  summary: 'Send a test notification to one of your own devices',
  description: '409: the push service refused it. `detail` says why.',
  params: byId,
  status: 200,
  reply: z.object({ status: z.string() }),
  errors: [400, 404, 409],
});

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
