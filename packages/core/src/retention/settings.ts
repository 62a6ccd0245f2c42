import { limits } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import { changesBetween } from '../audit/changes.js';
import { requireAllChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import type { Managed } from '../managed/managed.js';
import type { Clock } from '../ports/system.js';
import type { Store } from '../ports/store.js';
import { Refusal } from '../base/refusal.js';
import { scheduledRemovals } from './scheduled-removals.js';
import type { RemovalRun, RetentionRow } from '../ports/service/retention-store.js';

/** A change on another instance is noticed within this time, even if its announcement is lost. */
const CACHE_MS = 4000;

/** Settings to change; what is left out stays. */
export type SettingsUpdate = {
  readonly [Field in keyof Omit<RetentionRow, 'organizationId' | 'updatedAt'>]?: RetentionRow[Field] | undefined;
};

/** The rows that settings would delete now, and the last run; `lastRun` null: none yet. */
export interface RetentionPreview {
  readonly prompts: number;
  readonly inbound: number;
  readonly outbound: number;
  readonly audit: number;
  readonly lastRun: RemovalRun | null;
}

/** The retention settings, cached because every inbound text reads them. */
export class Settings {
  readonly #store: Store;
  readonly #managed: Pick<Managed, 'check'>;
  readonly #clock: Clock;
  readonly #known = new Map<string, { row: Promise<RetentionRow>; until: number }>();
  readonly #unsubscribe: () => void;

  constructor({ store, clock, managed }: { store: Store; clock: Clock; managed: Pick<Managed, 'check'> }) {
    this.#store = store;
    this.#managed = managed;
    this.#clock = clock;
    this.#unsubscribe = store.changes.subscribe((change) => {
      if (change.kind === 'settings') this.#known.delete(change.organizationId);
      else if (change.kind === 'everything') this.#known.clear();
    });
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** The settings. Changes by other instances may be a few seconds late. */
  async retention(organizationId: string): Promise<RetentionRow> {
    const known = this.#known.get(organizationId);
    if (known && known.until > this.#clock.now()) return await known.row;
    const row = this.#store.retention.get(organizationId);
    const entry = { row, until: this.#clock.now() + CACHE_MS };
    this.#known.set(organizationId, entry);
    // A failure is not cached. The entry may have been replaced meanwhile.
    row.catch(() => this.#known.get(organizationId) === entry && this.#known.delete(organizationId));
    return await row;
  }

  /** Merges a patch into the settings. They are in effect on this instance when this resolves. Refuses inconsistent settings. */
  async update(principal: Principal, patch: SettingsUpdate): Promise<RetentionRow> {
    const { organizationId } = principal;
    requireAllChannels(principal, 'The settings');
    await this.#managed.check(principal, 'retention', 'retention');
    const audit = auditEntry(principal, this.#clock, 'settings.updated', 'retention');
    const row = await this.#store.retention.update(
      organizationId,
      (current) => merge(current, patch, audit.at),
      (before, after) => ({ ...audit, changes: changesBetween(fieldsOf(before), fieldsOf(after)) }),
    );
    this.#known.delete(organizationId);
    return row;
  }

  /** Counts the rows that the patched settings would delete now. Changes nothing. Refuses what `update` refuses. */
  async preview(principal: Principal, patch: SettingsUpdate): Promise<RetentionPreview> {
    const { organizationId } = principal;
    requireAllChannels(principal, 'The settings');
    const { retention } = this.#store;
    const now = this.#clock.now();
    const settings = merge(await retention.get(organizationId), patch, new Date(now));
    const counts = { prompts: 0, inbound: 0, outbound: 0, audit: 0 };
    for (const removal of scheduledRemovals(settings, now)) {
      const kind = removal.of === 'messages' ? removal.direction : removal.of === 'prompts' ? removal.of : 'audit';
      counts[kind] = await retention.count(removal);
    }
    return { ...counts, lastRun: await retention.lastRun(organizationId) };
  }
}

function merge(current: RetentionRow, patch: SettingsUpdate, at: Date): RetentionRow {
  const merged: RetentionRow = {
    ...current,
    promptsRetentionEnabled: patch.promptsRetentionEnabled ?? current.promptsRetentionEnabled,
    promptsRetentionDays: patch.promptsRetentionDays ?? current.promptsRetentionDays,
    messagesInboundRetentionEnabled: patch.messagesInboundRetentionEnabled ?? current.messagesInboundRetentionEnabled,
    messagesOutboundRetentionEnabled:
      patch.messagesOutboundRetentionEnabled ?? current.messagesOutboundRetentionEnabled,
    messagesInboundRetentionDays: patch.messagesInboundRetentionDays ?? current.messagesInboundRetentionDays,
    messagesOutboundRetentionDays: patch.messagesOutboundRetentionDays ?? current.messagesOutboundRetentionDays,
    messagesInboundZeroRetention: patch.messagesInboundZeroRetention ?? current.messagesInboundZeroRetention,
    messagesOutboundZeroRetention: patch.messagesOutboundZeroRetention ?? current.messagesOutboundZeroRetention,
    auditRetentionEnabled: patch.auditRetentionEnabled ?? current.auditRetentionEnabled,
    auditRetentionDays: patch.auditRetentionDays ?? current.auditRetentionDays,
  };
  const { promptsRetentionEnabled, promptsRetentionDays: days } = merged;
  // Older versions stored any number while the switch was off.
  if (promptsRetentionEnabled && (days < 1 || days > limits.retentionDaysMax)) {
    const problem = `must be 1 to ${limits.retentionDaysMax} while prompts_retention_enabled is true; it would be ${days}`;
    throw new Refusal('invalid', `prompts_retention_days ${problem}.`, 'prompts_retention_days');
  }
  const changed = (Object.keys(merged) as (keyof RetentionRow)[]).some((field) => merged[field] !== current[field]);
  return changed ? { ...merged, updatedAt: at } : current;
}

/** The settings as the API names them. */
function fieldsOf(row: RetentionRow): Record<string, unknown> {
  return {
    prompts_retention_enabled: row.promptsRetentionEnabled,
    prompts_retention_days: row.promptsRetentionDays,
    messages_inbound_retention_enabled: row.messagesInboundRetentionEnabled,
    messages_inbound_retention_days: row.messagesInboundRetentionDays,
    messages_inbound_zero_retention: row.messagesInboundZeroRetention,
    messages_outbound_retention_enabled: row.messagesOutboundRetentionEnabled,
    messages_outbound_retention_days: row.messagesOutboundRetentionDays,
    messages_outbound_zero_retention: row.messagesOutboundZeroRetention,
    audit_retention_enabled: row.auditRetentionEnabled,
    audit_retention_days: row.auditRetentionDays,
  };
}
