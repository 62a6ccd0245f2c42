import type { ViewPage } from '@gateway/contract';

/** A filter of a list in the console, which an operator saved under a name. */
export interface SavedViewRow {
  readonly organizationId: string;
  readonly id: string;
  readonly operatorId: string;
  readonly page: ViewPage;
  readonly name: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly createdAt: Date;
}

type ViewOwner = Pick<SavedViewRow, 'organizationId' | 'operatorId'>;

/** Saved views. The removal of an operator deletes them. */
export interface SavedViewStore {
  /** Oldest first. */
  list(owner: ViewOwner): Promise<SavedViewRow[]>;
  /**
   * Inserts a view, or replaces the filter of the one with its page and name. `full`: the page has `max` views, also when they are
   * saved concurrently. `gone`: the operator was removed.
   */
  save(view: SavedViewRow, max: number): Promise<SavedViewRow | 'full' | 'gone'>;
  /** Compare-and-set of the name. `taken`: another view of the page has it. Null: the operator has no such view with the name `from`. */
  rename(
    view: ViewOwner & Pick<SavedViewRow, 'id' | 'name'> & { readonly from: string },
  ): Promise<SavedViewRow | 'taken' | null>;
  /** False: the operator has no such view. */
  remove(view: ViewOwner & Pick<SavedViewRow, 'id'>): Promise<boolean>;
}
