import { catalogue } from '../lib/language/language.js';

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
  approversField: {
    userIdLabel: (field: string) => `${field}: user id on the platform`,
    userIdPlaceholder: 'Or a user id on the platform',
    ownersOnly: 'Only owners can change approvers',
    enterUserId: 'Enter a user id first',
    addUser: 'Add user',
    remove: (name: string) => `Remove ${name}`,
  },
  channelPicker: {
    all: 'All channels',
    search: 'Search channels',
    clear: 'Clear the channel',
    inactive: 'inactive',
    searching: 'Searching…',
    noMatch: 'No matching channels',
  },
  channelsField: {
    remove: (id: string) => `Remove channel ${id}`,
  },
  durationField: {
    days: 'days',
    hours: 'hours',
    minutes: 'minutes',
    seconds: 'seconds',
  },
  notProven: 'Not proven yet',
  healthBadge: {
    ok: 'Healthy',
    failing: 'Failing',
    unknown: 'Not verified',
    inactive: 'Inactive',
  },
  namedFields: {
    name: 'Name',
    id: 'Id',
    idHelp: 'Used by the API. It cannot be changed later.',
  },
  attempts: {
    list: 'Attempts',
    noResponse: 'No response',
    responseBody: 'Response body',
    responseTo: (attempt: number) => `Response to attempt ${attempt}`,
  },
  exportMenu: {
    csv: 'CSV, for spreadsheets',
    ndjson: 'NDJSON, one record per line',
    denied: 'Your role cannot read these records',
    prompts: { export: 'Export prompts', all: 'All prompts that match the filters' },
    messages: { export: 'Export messages', all: 'All messages that match the filters' },
    deliveries: { export: 'Export deliveries', all: 'All deliveries that match the filters' },
    audit: { export: 'Export audit log', all: 'All entries that match the filters' },
  },
});
