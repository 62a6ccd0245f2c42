import { catalogue } from '../lib/language.js';

export const t = catalogue('components', {
  entry: { actions: (name: string) => `Actions for ${name}`, change: 'Change', delete: 'Delete' },
  guide: { copy: 'Copy', copied: 'Copied', notCopied: 'Select the text to copy it', table: 'Table' },
  managed: {
    badge: (file: string) => `Managed by ${file}`,
    reason: (file: string) => `Managed by ${file}: change the file and apply it`,
  },
  session: {
    current: 'This browser',
    usedNow: 'In use now, signed in {signedIn}, expires {expires} unless used',
    used: 'Last used {used}, signed in {signedIn}, expires {expires} unless used',
  },
  snippets: { language: 'Language', example: (name: string) => `Example for ${name}` },
});
