/** The database cannot serve now (disk full, I/O error, connection lost). Nothing was acknowledged; trying again is safe. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly retryable = true;
}

/** Another process holds the SQLite file. The message says what to do. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** The database does not fit this build's migrations. The message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

export type ConstraintKind = 'unique' | 'foreignKey' | 'notNull' | 'check';

/** A statement broke a constraint; `fields` are column names where the engine tells them. Carries no row values. */
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
