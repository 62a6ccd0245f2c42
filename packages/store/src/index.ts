export { createEmptyDatabase, databaseFile, hasContent } from './engine/sqlite/file.js';
export { openStore, type StoreOptions } from './store.js';
export { ConstraintViolation, DatabaseInUse, MigrationRefused, StorageUnavailable } from './storage-error.js';
