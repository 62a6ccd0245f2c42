import type { Principal } from '../keys/principal.js';
import { reasonOf } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import { auditEntry, systemAuditEntry } from './audit.js';
import type { AuditStore, NewAuditEntry } from './audit-store.js';

const WINDOW_MS = 3_600_000;
/** Entries of an instance within a window. */
const MAX_ENTRIES_PER_WINDOW = 100;

/**
 * Writes refusals down: one entry for the same refusal within an hour, and 100 in all, so that a flood of them cannot fill the log
 * of changes. The request log has every one.
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

  /** A key that is unknown, or that has ended (`id`), came from an address. Never rejects. */
  async key(id: string | null, address: string | null): Promise<void> {
    await this.#write({ ...systemAuditEntry(this.#clock, 'key.refused', id ?? 'unknown'), address });
  }

  /** Somebody was denied a request, such as `POST /v1/keys/new`. Never rejects. */
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
      this.#log.warn({ action, reason: reasonOf(error) }, 'A refusal could not be written to the log of changes');
    }
  }
}
