/** The database cannot serve now (disk full, I/O error, connection lost). Nothing was stored, so a retry is safe. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly retryable = true;
}

/** Another process has locked the SQLite file. The message names the fix. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** The database does not match this build's migrations. The message names the fix. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

export type ConstraintKind = 'unique' | 'foreignKey' | 'notNull' | 'check';

/** A statement violated a constraint. `fields` has column names if the engine reports them. It contains no row values. */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  readonly kind: ConstraintKind;
  readonly fields: readonly string[];

  constructor(kind: ConstraintKind, fields: readonly string[], options?: ErrorOptions) {
    super(`${kind} constraint failed${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`, options);
    this.kind = kind;
    this.fields = fields;
  }
}
