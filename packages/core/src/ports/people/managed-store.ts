/** What a configuration file can own. `retention`: the retention settings, whose id is `retention`. */
export type ManagedKind = 'channel' | 'person' | 'group' | 'policy' | 'rule' | 'operator' | 'retention';

/** The id of one record. Of an operator it is the e-mail address in lower case. */
export interface ManagedId {
  readonly kind: ManagedKind;
  readonly id: string;
}

/** A record that a configuration file owns. `file`: the name of the file, without its folder. */
export interface ManagedRecord extends ManagedId {
  readonly file: string;
}

export interface ManagedStore {
  /** The name of the file that owns a record; null: none does. */
  fileOf(organizationId: string, record: ManagedId): Promise<string | null>;
  /** All records of an organization that a file owns, ordered by kind and id. */
  list(organizationId: string): Promise<ManagedRecord[]>;
  /** Makes the file the owner of these records, also of those that another file owns. */
  claim(organizationId: string, file: string, records: readonly ManagedId[], at: Date): Promise<void>;
  /** Ends the ownership of these records. */
  release(organizationId: string, records: readonly ManagedId[]): Promise<void>;
}
