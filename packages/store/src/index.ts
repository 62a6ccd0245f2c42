export { beginDatabase, databaseFile, hasContent } from './sqlite/begin.js';
export { openStore, type StoreOptions } from './store.js';
export { ConstraintViolation, DatabaseInUse, MigrationRefused, StorageUnavailable } from './storage-error.js';
