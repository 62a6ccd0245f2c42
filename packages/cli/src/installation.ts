/**
 * Commands of the same name that run on the gateway's machine (apps/gateway/src/commands): they need its files, and no address or key.
 * `doctor` is a command of both. A test of the gateway compares the lists.
 */
export const installationCommands: readonly string[] = [
  'start',
  'operator',
  'backup',
  'restore',
  'apply',
  'export',
  'reseal',
];
