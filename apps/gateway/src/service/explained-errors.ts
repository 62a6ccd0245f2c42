/** Names of errors whose message tells the operator what to do, so that it is printed without a stack trace. */
export const explainedErrors: ReadonlySet<string> = new Set([
  'CommandError',
  'ConfigError',
  'DatabaseInUse',
  'MigrationRefused',
  'StorageUnavailable',
  'UsageError',
]);
