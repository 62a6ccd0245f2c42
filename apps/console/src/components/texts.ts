import { catalogue } from '../lib/language.js';

export const t = catalogue('components', {
  approvers: {
    add: 'Add a person or a group',
    groups: 'Groups',
    people: 'People',
    userId: (label: string) => `${label}: user id on the platform`,
    userPlaceholder: 'Or a user id on the platform',
    ownersOnly: 'Only owners can change approvers',
    noUserId: 'Enter a user id first',
    addUser: 'Add user',
    remove: (name: string) => `Remove ${name}`,
  },
  attempts: {
    label: 'Attempts',
    noResponse: 'No response',
    body: 'Response body',
    bodyOf: (attempt: number) => `Response to attempt ${attempt}`,
  },
  channels: {
    all: 'All channels',
    search: 'Search channels',
    clear: 'Clear the channel',
    inactive: 'inactive',
    searching: 'Searching…',
    none: 'No matching channels',
    remove: (id: string) => `Remove channel ${id}`,
  },
  entry: { actions: (name: string) => `Actions for ${name}`, change: 'Change', delete: 'Delete' },
  /** `what`: the plural of the records, such as "prompts". */
  exports: {
    label: (what: string) => `Export ${what}`,
    denied: (what: string) => `Your role cannot read ${what}`,
    all: (what: string) => `All ${what} that match the filters`,
    csv: 'CSV, for spreadsheets',
    ndjson: 'NDJSON, one record per line',
  },
  guide: { copy: 'Copy', copied: 'Copied', notCopied: 'Select the text to copy it', table: 'Table' },
  health: { ok: 'Healthy', failing: 'Failing', unknown: 'Not verified', inactive: 'Inactive' },
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
