import type { AlertKind, Scope } from '@gateway/contract';
import { requireAllChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import { auditEntry } from '../audit/audit.js';
import { changesBetween } from '../audit/changes.js';
import { Refusal } from '../base/refusal.js';
import type { AlertRow } from '../ports/service/alert-store.js';
import type { Services } from '../ports/services.js';
import { alertChannelProblem } from './alert-channel.js';

const MAX_LISTED = 100;

/** What an alert of a kind shows, one may read by this scope. */
const readBy = {
  channel_failing: 'channels:read',
  receiver_failing: 'deliveries:read',
  key_ending: 'keys:read',
  disk_low: 'settings:read',
} as const satisfies Readonly<Record<AlertKind, Scope>>;

const maySee = ({ scopes }: Principal, kind: AlertKind) => scopes.has('admin') || scopes.has(readBy[kind]);

export interface AlertsNow {
  /** The channel in whose chat alerts are posted; null: none. */
  readonly channelId: string | null;
  readonly alerts: readonly AlertRow[];
}

/** What operators are told of, and where. A key that is limited to channels sees none of it, because problems concern all of them. */
export class Alerts {
  readonly #options: Pick<Services, 'store' | 'clock'>;

  constructor(options: Pick<Services, 'store' | 'clock'>) {
    this.#options = options;
  }

  async now(principal: Principal): Promise<AlertsNow> {
    requireAllChannels(principal, 'Alerts');
    const { organizationId } = principal;
    const { alerts } = this.#options.store;
    const [channelId, rows] = await Promise.all([
      alerts.channel(organizationId),
      alerts.list(organizationId, MAX_LISTED),
    ]);
    return { channelId, alerts: rows.filter(({ kind }) => maySee(principal, kind)) };
  }

  /** Chooses the channel in whose chat alerts are posted; null: none. */
  async postIn(principal: Principal, channelId: string | null): Promise<AlertsNow> {
    requireAllChannels(principal, 'Alerts');
    const { store, clock } = this.#options;
    const { organizationId } = principal;
    if (channelId !== null) {
      const problem = alertChannelProblem(await store.channels.get(organizationId, channelId), channelId);
      if (problem !== null) throw new Refusal('invalid', `channel_id: ${problem}`, 'channel_id');
    }
    const entry = auditEntry(principal, clock, 'settings.updated', 'alerts');
    await store.alerts.setChannel(organizationId, channelId, (before) => ({
      ...entry,
      changes: changesBetween({ channel_id: before }, { channel_id: channelId }),
    }));
    return await this.now(principal);
  }
}
