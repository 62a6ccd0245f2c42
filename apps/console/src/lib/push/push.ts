import type { NotificationDevice } from '@gateway/contract';
import { addNotificationDevice, removeNotificationDevice } from '@gateway/contract/values';
import { call } from '../api.js';
import { language } from '../language/language.js';
import { pushOperator } from './push-choice.js';
import { t } from '../language/page-texts/texts.js';

/** Why this browser gets no notifications, and what to do; null: it can. */
export function pushProblem(): string | null {
  if (!isSecureContext) return t.push.needsHttps;
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? t.push.homeScreen : t.push.notSupported;
  return Notification.permission === 'denied' ? t.push.blocked : null;
}

/** Asks for the permission, subscribes this browser and registers it. */
export async function turnOn(publicKey: string, operatorId: string): Promise<NotificationDevice> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(t.push.notAllowed);
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const current = await pushManager.getSubscription();
  // A subscription with the key of another installation cannot be used.
  if (current && !hasKey(current, publicKey)) await current.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const device = await register(subscription);
  pushOperator.set(operatorId);
  return device;
}

/** Removes the registration, here and at the gateway. */
export async function turnOff(device: NotificationDevice | undefined): Promise<void> {
  pushOperator.set('');
  const registration = await navigator.serviceWorker.getRegistration('/console/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  if (device) await call(removeNotificationDevice, { params: { id: device.id } });
}

/** Renews the registration of this browser: its session may be a new one. */
export async function renew(): Promise<void> {
  if (pushProblem() !== null || Notification.permission !== 'granted') return;
  // An upgraded gateway may have a new service worker, and the operator may have chosen another language.
  const registration = await registerWorker();
  const subscription = await registration.pushManager.getSubscription();
  if (subscription) await register(subscription);
}

/** Opens what the operator clicked in a notification. Returns the function that ends it. */
export function onOpen(open: (path: string) => void): () => void {
  const ended = new AbortController();
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data, ports }: MessageEvent<{ readonly type: string; readonly path: string }>) => {
      if (data.type !== 'open') return;
      ports[0]?.postMessage('opened');
      open(data.path);
    },
    { signal: ended.signal },
  );
  return () => ended.abort();
}

/** The worker writes notifications in the language of the page. Another address replaces the worker and keeps the subscription. */
const registerWorker = () =>
  navigator.serviceWorker.register(`/console/sw.js?language=${language}`, { scope: '/console/' });

async function register(subscription: PushSubscription): Promise<NotificationDevice> {
  const { endpoint, keys } = subscription.toJSON();
  return await call(addNotificationDevice, {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  });
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return text === publicKey;
}
