export { copyDatabase, type CopyOptions } from './backup/copy.js';
export { inspectDatabase, knownMigrations, type DatabaseState } from './backup/inspect.js';
export { createEmptyDatabase, databaseFile, hasContent, hasTables } from './engine/sqlite/file.js';
export { lockFile } from './engine/sqlite/lock.js';
export { openStore, type StoreOptions } from './store.js';
export { ConstraintViolation, DatabaseInUse, MigrationRefused, StorageUnavailable } from './storage-error.js';
