import { parse, type Command } from './command.js';

/** All commands of the installation, in the order of the help. Each loads its code when it runs. */
export const commands: readonly Command[] = [
  {
    name: 'start',
    usage: [
      ['start', 'start the gateway; also without a command'],
      [
        '--dev-platform <folder>',
        'start it with an adapter that you are writing, and restart it when its files change',
      ],
    ],
    details: [
      '--dev-platform adds the folder to PLATFORM_PACKAGES. Compile the adapter in watch mode next to it: npm run dev.',
    ],
    async run(args, terminal) {
      const folder = parse(args, { 'dev-platform': { type: 'string' } }).values['dev-platform'];
      if (folder !== undefined)
        return (await import('./dev-platform/dev-platform.js')).developPlatform(folder, terminal);
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
    name: 'apply',
    usage: [['apply [<file>] [--dry-run] [--prune] [--json]', 'make the installation equal to a configuration file']],
    details: [
      'Without a file, it applies the one that CONFIG_FILE names. Its settings take effect at the next start of the gateway.',
      'With --dry-run nothing is changed: the exit code is 2 if there are differences, and 0 if there are none.',
      'With --prune, records that left the file are deleted. Otherwise they are kept and can be changed again.',
    ],
    run: async (...given) => (await import('./apply.js')).apply(...given),
  },
  {
    name: 'export',
    usage: [
      [
        'export [--out <file>]',
        'write the channels, people, groups, policies, roles and retention as a configuration file',
      ],
    ],
    details: ['Secrets become ${VARIABLES}. The beginning of the file lists them.'],
    run: async (...given) => (await import('./export.js')).exportFile(...given),
  },
  {
    name: 'doctor',
    usage: [['doctor [--json]', 'check the installation: settings, database, network, channels, receivers']],
    details: ['The exit code is 1 if a check failed. Nothing is posted to a chat or a receiver.'],
    run: async (...given) => (await import('./doctor.js')).doctor(...given),
  },
  {
    name: 'reseal',
    usage: [['reseal', 'encrypt all credentials and addresses with the current ENCRYPTION_KEY']],
    details: [
      'Restart the gateway with the new key first. Afterwards the old key can be removed from ENCRYPTION_KEY_PREVIOUS. It can be repeated.',
    ],
    run: async (...given) => (await import('./reseal.js')).reseal(...given),
  },
];
