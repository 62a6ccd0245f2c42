import type { Principal } from '../keys/principal.js';
import { reasonOf } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import { auditEntry, systemAuditEntry } from './audit.js';
import type { AuditStore, NewAuditEntry } from './audit-store.js';

const WINDOW_MS = 3_600_000;
const MAX_ENTRIES_PER_WINDOW = 100;

/**
 * Writes refusals to the audit log: one entry per hour for equal refusals, and at most 100 per hour and instance, so that a flood
 * cannot fill it. The request log has every refusal.
 */
export class Refusals {
  readonly #audit: Pick<AuditStore, 'write'>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: Logger;
  readonly #written = new Set<string>();
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

  async #write(entry: NewAuditEntry): Promise<void> {
    const { action, actorId, resourceId, address } = entry;
    const now = this.#clock.now();
    if (now >= this.#until) {
      this.#written.clear();
      this.#until = now + WINDOW_MS;
    }
    const refusal = JSON.stringify([action, actorId, resourceId, address]);
    if (this.#written.size >= MAX_ENTRIES_PER_WINDOW || this.#written.has(refusal)) return;
    this.#written.add(refusal);
    try {
      await this.#audit.write(entry);
    } catch (error) {
      this.#written.delete(refusal);
      this.#log.warn({ action, reason: reasonOf(error) }, 'A refusal could not be written to the audit log');
    }
  }
}
