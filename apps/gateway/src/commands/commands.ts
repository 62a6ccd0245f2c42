import type { Command } from './command.js';

/** All commands of the installation, in the order of the help. Each loads its code when it runs. */
export const commands: readonly Command[] = [
  {
    name: 'start',
    usage: [['start', 'start the gateway; also without a command']],
    async run() {
      await import('../main.js');
      return 0;
    },
  },
  {
    name: 'operator',
    usage: [
      ['operator list', 'list the operators of the console'],
      ['operator setup-link', 'create a link for the first operator'],
      ['operator reset-password <e-mail>', 'create a link with which an operator sets a new password'],
      ['operator reset-second-factor <e-mail>', 'remove the second factors of an operator'],
    ],
    run: async (...given) => (await import('./operator.js')).operator(...given),
  },
  {
    name: 'backup',
    usage: [
      ['backup [--out <file>] [--passphrase-file <file>]', 'store the embedded database and its secrets in one file'],
    ],
    details: [
      'Without --out, the file is backup/gateway-<time>.tar.gz; --out also takes a folder. Only its owner can read it.',
      'With --passphrase-file, it is encrypted with the passphrase in that file: age -d decrypts it, and so does restore.',
    ],
    run: async (...given) => (await import('./backup/backup.js')).backup(...given),
  },
  {
    name: 'restore',
    usage: [['restore <file> [--passphrase-file <file>]', 'put a backup into an empty DATA_DIR']],
    details: [
      'The gateway must be stopped. Nothing is replaced: a database or other secrets in DATA_DIR must be moved away first.',
      'It also takes a database from DATA_DIR/backups, which the gateway stores before it migrates.',
    ],
    run: async (...given) => (await import('./backup/restore.js')).restore(...given),
  },
  {
    name: 'doctor',
    usage: [['doctor [--json]', 'check the installation: settings, database, network, channels, receivers']],
    details: ['The exit code is 1 if a check failed. Nothing is posted to a chat or a receiver.'],
    run: async (...given) => (await import('./doctor.js')).doctor(...given),
  },
  {
    name: 'reseal',
    usage: [['reseal', 'encrypt all credentials with the current ENCRYPTION_KEY']],
    details: ['Afterwards the old key can be removed from ENCRYPTION_KEY_PREVIOUS. It can be repeated.'],
    run: async (...given) => (await import('./reseal.js')).reseal(...given),
  },
];
