import type { Principal } from '../access/principal.js';
import type { Clock } from '../ports/system.js';
import { Refusal } from '../base/refusal.js';
import type { Store } from '../ports/store.js';
import type { ManagedKind } from '../ports/people/managed-store.js';

/** A file that was applied by another process is shown within this time. Refusals always read the database. */
const CACHE_MS = 4000;

/** The file that owns a record; null: none does. */
export type FileOf = (kind: ManagedKind, id: string) => string | null;

/** Which records a configuration file owns. Only the file changes them. */
export class Managed {
  readonly #store: Pick<Store, 'managed'>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #known = new Map<string, { files: Promise<FileOf>; until: number }>();

  constructor({ store, clock }: { readonly store: Pick<Store, 'managed'>; readonly clock: Pick<Clock, 'now'> }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Looks up owners. May be some seconds old. */
  async files({ organizationId }: Pick<Principal, 'organizationId'>): Promise<FileOf> {
    const known = this.#known.get(organizationId);
    if (known && known.until > this.#clock.now()) return await known.files;
    const files = this.#read(organizationId);
    const entry = { files, until: this.#clock.now() + CACHE_MS };
    this.#known.set(organizationId, entry);
    files.catch(() => this.#known.get(organizationId) === entry && this.#known.delete(organizationId));
    return await files;
  }

  /** Refuses a change of a record that a file owns, unless the file itself is being applied. */
  async check(principal: Principal, kind: ManagedKind, id: string): Promise<void> {
    if (principal.kind === 'system') return;
    const file = await this.#store.managed.fileOf(principal.organizationId, { kind, id });
    if (file === null) return;
    const subject = kind === 'retention' ? 'The retention settings are' : `The ${kind} "${id}" is`;
    throw new Refusal(
      'conflict',
      `${subject} managed by the configuration file ${file}: change the file and run gateway-server apply, or restart the gateway.`,
    );
  }

  /** Refuses what would change the members of groups that a file owns. */
  async checkGroups(principal: Principal, before: readonly string[], after: readonly string[]): Promise<void> {
    const changed = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
    for (const id of changed) await this.check(principal, 'group', id);
  }

  async #read(organizationId: string): Promise<FileOf> {
    const rows = await this.#store.managed.list(organizationId);
    const files = new Map(rows.map(({ kind, id, file }) => [`${kind} ${id}`, file]));
    return (kind, id) => files.get(`${kind} ${id}`) ?? null;
  }
}
