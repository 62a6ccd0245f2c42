import type { Principal } from '../access/principal.js';
import { reasonOf } from '../base/loop.js';
import type { Clock, Logger } from '../ports/system.js';
import { auditEntry, systemAuditEntry } from './audit.js';
import type { AuditStore, NewAuditEntry } from '../ports/service/audit-store.js';

const WINDOW_MS = 3_600_000;
const MAX_ENTRIES_PER_WINDOW = 100;

/**
 * Writes refusals to the audit log: one entry per hour for equal refusals, and of each kind at most 100 per hour and instance, so that
 * a flood cannot fill it or hide refusals of another kind. The log has every refusal.
 */
export class Refusals {
  readonly #audit: Pick<AuditStore, 'write'>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: Logger;
  readonly #written = new Map<NewAuditEntry['action'], Set<string>>();
  #until = 0;

  constructor(audit: Pick<AuditStore, 'write'>, clock: Clock, log: Logger) {
    this.#audit = audit;
    this.#clock = clock;
    this.#log = log;
  }

  /** Records a request with an invalid key from an address. `id`: of an expired or revoked key; null: unknown key. Never rejects. */
  async key(id: string | null, address: string | null): Promise<void> {
    await this.#write({ ...systemAuditEntry(this.#clock, 'key.refused', id ?? 'unknown'), address });
  }

  /** Records a request that the principal was denied, such as `POST /v1/keys/new`. Never rejects. */
  async request(principal: Principal, request: string): Promise<void> {
    await this.#write(auditEntry(principal, this.#clock, 'request.denied', request));
  }

  /** Records an answer of somebody who may not give it, or the use of an approval that does not count. Never rejects. */
  async answer(entry: NewAuditEntry): Promise<void> {
    await this.#write(entry);
  }

  async #write(entry: NewAuditEntry): Promise<void> {
    const { action, actorId, resourceId, address, changes } = entry;
    const now = this.#clock.now();
    if (now >= this.#until) {
      this.#written.clear();
      this.#until = now + WINDOW_MS;
    }
    const refusal = JSON.stringify([actorId, resourceId, address, changes]);
    const written = this.#written.get(action) ?? new Set();
    if (written.size >= MAX_ENTRIES_PER_WINDOW || written.has(refusal)) return;
    this.#written.set(action, written.add(refusal));
    try {
      await this.#audit.write(entry);
    } catch (error) {
      written.delete(refusal);
      this.#log.warn({ action, reason: reasonOf(error) }, 'A refusal could not be written to the audit log');
    }
  }
}
