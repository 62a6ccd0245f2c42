import { randomUUID } from 'node:crypto';
import { viewLimits } from '@gateway/contract';
import type { Principal } from '../access/principal.js';
import { signedInOperator } from '../access/rights.js';
import { Refusal } from '../base/refusal.js';
import type { SavedViewRow } from '../ports/people/saved-view-store.js';
import type { Services } from '../ports/services.js';

export type SavedViewsOptions = Pick<Services, 'store' | 'clock'>;

/** The saved views of the signed-in operator. They are not in the audit log, because no other operator sees them. */
export class SavedViews {
  readonly #options: SavedViewsOptions;

  constructor(options: SavedViewsOptions) {
    this.#options = options;
  }

  /** Oldest first. */
  list(principal: Principal): Promise<SavedViewRow[]> {
    return this.#options.store.savedViews.list(ownerOf(principal));
  }

  /** Saves a view, or replaces the filter of the one with its name. */
  async save(principal: Principal, view: Pick<SavedViewRow, 'page' | 'name' | 'filter'>): Promise<SavedViewRow> {
    const { store, clock } = this.#options;
    const createdAt = new Date(clock.now());
    const row = { ...ownerOf(principal), ...view, id: randomUUID(), createdAt };
    const saved = await store.savedViews.save(row, viewLimits.views);
    if (saved === 'full')
      throw new Refusal('conflict', `This page has ${viewLimits.views} saved views already: delete one first.`);
    if (saved === 'gone') throw new Refusal('unauthenticated', 'Your session has ended: sign in to the console again.');
    return saved;
  }

  async rename(
    principal: Principal,
    id: string,
    { from, name }: { from: string; name: string },
  ): Promise<SavedViewRow> {
    const renamed = await this.#options.store.savedViews.rename({ ...ownerOf(principal), id, from, name });
    if (renamed === 'taken')
      throw new Refusal('conflict', `Another view of this page has the name ${JSON.stringify(name)}.`);
    if (renamed) return renamed;
    const view = (await this.list(principal)).find((one) => one.id === id);
    if (!view) throw noView(id);
    throw new Refusal('conflict', `The view was renamed meanwhile: its name is ${JSON.stringify(view.name)}.`);
  }

  async remove(principal: Principal, id: string): Promise<void> {
    if (!(await this.#options.store.savedViews.remove({ ...ownerOf(principal), id }))) throw noView(id);
  }
}

const ownerOf = (principal: Principal) => ({
  organizationId: principal.organizationId,
  operatorId: signedInOperator(principal).id,
});

const noView = (id: string) => new Refusal('not_found', `You have no saved view ${JSON.stringify(id)}.`);
