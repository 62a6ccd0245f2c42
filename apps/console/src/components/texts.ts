import { catalogue } from '../lib/language.js';

export const t = catalogue('components', {
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
