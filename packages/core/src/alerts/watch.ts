import { setMaxListeners } from 'node:events';
import { DEFAULT_ORGANIZATION } from '../access/principal.js';
import { startLoop } from '../base/loop.js';
import type { AlertKind } from '@gateway/contract';
import { tellAlert, type TellOptions } from './tell-alert.js';
import { troublesNow, type TroublesOptions } from './troubles.js';

/** How often each instance looks for problems. */
const WATCH_MS = 60_000;
/** A problem is over when it has been absent for so long, so that one that comes and goes is told once. */
const OVER_MS = 600_000;
/** How long a problem lasts before operators are told. Receivers are reported only after a while already. */
const GRACE_MS: Readonly<Record<AlertKind, number>> = {
  channel_failing: 120_000,
  receiver_failing: 0,
  key_ending: 0,
  disk_low: 0,
};
/** Longer than an attempt takes. */
const CLAIM_MS = 120_000;
/** Alerts that are told at the same time. */
const SLOTS = 16;

export interface AlertsOptions extends TellOptions, TroublesOptions {}

/**
 * Looks for problems of the gateway, and tells operators when one begins and when it is over. Any number of instances do it: what is found
 * is recorded by its name, and an alert is claimed before it is told. Without operators to tell it has no cost but two reads a minute.
 */
export function startAlerts(options: AlertsOptions): { stop(): Promise<void> } {
  const { store, clock, log } = options;
  const organizationId = DEFAULT_ORGANIZATION;
  const stopped = new AbortController();
  setMaxListeners(0, stopped.signal);
  const firstAt = clock.now() + WATCH_MS;

  async function pass(): Promise<number | null> {
    const now = clock.now();
    // Connections are made first, and a start does not wait for this.
    if (now < firstAt) return firstAt;
    const [anyDevice, channelId] = await Promise.all([
      store.notifications.anyDevice(),
      store.alerts.channel(organizationId),
    ]);
    if (!anyDevice && channelId === null) return null;
    const at = new Date(now);
    const troubles = await troublesNow(options);
    if (troubles.length > 0)
      await store.alerts.seen(
        organizationId,
        troubles.map((trouble) => Object.assign({ dueAt: new Date(now + GRACE_MS[trouble.kind]) }, trouble)),
        at,
      );
    await store.alerts.end(organizationId, new Date(now - OVER_MS), at);
    const due = await store.alerts.claim(at, new Date(now + CLAIM_MS), SLOTS);
    const told = Promise.all(due.map((alert) => tellAlert(options, alert, stopped.signal)));
    await Promise.race([told, aborted(stopped.signal)]);
    return null;
  }

  const loop = startLoop({ name: 'alerts', clock, log, idleMs: WATCH_MS, pass });
  return {
    async stop() {
      stopped.abort();
      await loop.stop();
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
