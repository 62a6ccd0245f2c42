export { beginDatabase, databaseFile, hasContent } from './engine/sqlite/begin.js';
export { openStore, type StoreOptions } from './store.js';
export { ConstraintViolation, DatabaseInUse, MigrationRefused, StorageUnavailable } from './storage-error.js';
