import { createHash, randomUUID } from 'node:crypto';
import type { Principal } from '../access/principal.js';
import { signedInOperator } from '../access/rights.js';
import { checkAddress, Refusal } from '../base/refusal.js';
import type { Store } from '../ports/store.js';
import { testPush } from './message.js';
import type { DeviceRow, NotificationSettings } from '../ports/people/notification-store.js';
import { sendPush, type SendPushOptions } from './send-push.js';
import { wantsAlerts } from './recipients.js';
import { encryptPush, type PushTarget } from './push-encryption.js';

const MAX_DEVICES = 20;

const defaults: NotificationSettings = { channels: null, onlyMine: true, quietHours: null, alerts: null };

export interface NotificationsOptions extends SendPushOptions {
  readonly store: Store;
}

export interface OwnNotifications {
  readonly publicKey: string;
  readonly settings: NotificationSettings & { readonly alerts: boolean };
  readonly devices: readonly DeviceRow[];
}

/** The devices and settings of the signed-in operator. */
export class Notifications {
  readonly #options: NotificationsOptions;

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  async own(principal: Principal): Promise<OwnNotifications> {
    const { store, vault } = this.#options;
    const { id, role } = signedInOperator(principal);
    const { organizationId } = principal;
    const [{ publicKey }, stored, devices] = await Promise.all([
      vault.keys().catch(unreadable),
      store.notifications.settings(organizationId, id),
      store.notifications.devices(organizationId, id),
    ]);
    const settings = stored ?? defaults;
    return { publicKey, settings: { ...settings, alerts: wantsAlerts({ role, settings }) }, devices };
  }

  async update(principal: Principal, change: Partial<NotificationSettings>): Promise<OwnNotifications> {
    const { store, clock } = this.#options;
    const { id } = signedInOperator(principal);
    const { organizationId } = principal;
    const unknown = [];
    for (const channelId of change.channels ?? [])
      if (!(await store.channels.get(organizationId, channelId))) unknown.push(channelId);
    if (unknown.length > 0)
      throw new Refusal('invalid', `channels: there is no channel ${unknown.join(', ')}.`, 'channels');
    const current = (await store.notifications.settings(organizationId, id)) ?? defaults;
    await store.notifications.saveSettings(organizationId, id, { ...current, ...change }, new Date(clock.now()));
    return await this.own(principal);
  }

  /** Registers the browser of this session, or renews its registration. */
  async register(principal: Principal, target: PushTarget, userAgent: string | null): Promise<DeviceRow> {
    const { store, vault, pushOutgoing, subject, clock } = this.#options;
    const operator = signedInOperator(principal);
    checkAddress(pushOutgoing, 'endpoint', target.endpoint);
    const { organizationId } = principal;
    const keys = await vault.keys().catch(unreadable);
    try {
      encryptPush(target, '{}', { keys, subject }, testPush.options);
    } catch {
      throw new Refusal('invalid', 'keys: these are not the keys of a push subscription.', 'keys');
    }
    const endpointHash = createHash('sha256').update(target.endpoint).digest('hex');
    const known = (await store.notifications.devices(organizationId, operator.id)).find(
      (device) => device.endpointHash === endpointHash,
    );
    // The sealed text is bound to the id.
    const id = known?.id ?? randomUUID();
    const device = await store.notifications.saveDevice(
      {
        organizationId,
        id,
        operatorId: operator.id,
        sessionId: operator.sessionId,
        endpointHash,
        subscription: vault.seal({ organizationId, id }, target),
        userAgent,
        confirmedAt: new Date(clock.now()),
      },
      MAX_DEVICES,
    );
    if (device) return device;
    throw new Refusal('unauthenticated', 'Your session has ended: sign in to the console again.');
  }

  async remove(principal: Principal, id: string): Promise<void> {
    const operator = signedInOperator(principal);
    if (await this.#options.store.notifications.removeDevice(principal.organizationId, operator.id, id)) return;
    throw noDevice(id);
  }

  /** Sends a test to one of the operator's devices. Throws a `Refusal` with what the push service said. */
  async test(principal: Principal, id: string, signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#options;
    const operator = signedInOperator(principal);
    const { organizationId } = principal;
    const device = (await store.notifications.devices(organizationId, operator.id)).find((row) => row.id === id);
    if (!device) throw noDevice(id);
    const outcome = await sendPush(this.#options, device, testPush, signal);
    if (outcome.result === 'gone') {
      await store.notifications.dropDevices(organizationId, [id]);
      throw new Refusal('conflict', 'The push service no longer knows this browser: subscribe again in it.');
    }
    const error = outcome.result === 'sent' ? null : outcome.error;
    await store.notifications.noteResults([{ organizationId, id, error }], new Date(clock.now()));
    if (error !== null) throw new Refusal('conflict', `The test could not be sent. ${error}`);
  }
}

const noDevice = (id: string) => new Refusal('not_found', `You have no device "${id}".`);

function unreadable(): never {
  throw new Refusal(
    'unavailable',
    'The key of notifications cannot be read: it was encrypted with another ENCRYPTION_KEY. Name it in ENCRYPTION_KEY_PREVIOUS.',
  );
}
