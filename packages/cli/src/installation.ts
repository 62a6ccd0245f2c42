/**
 * Commands of the same name that run on the gateway's machine (apps/gateway/src/commands): they need its files, and no address or key.
 * A test of the gateway compares both lists.
 */
export const installationCommands: readonly string[] = [
  'start',
  'operator',
  'backup',
  'restore',
  'apply',
  'export',
  'doctor',
  'reseal',
];
