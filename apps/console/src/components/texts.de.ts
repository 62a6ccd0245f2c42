import type { t } from './texts.js';

export const german: typeof t = {
  attempts: {
    list: 'Versuche',
    noResponse: 'Keine Antwort',
    responseBody: 'Antworttext (HTTP)',
    responseTo: (attempt) => `HTTP-Antwort auf Versuch ${attempt}`,
  },
  exportMenu: {
    csv: 'CSV, für Tabellenprogramme',
    ndjson: 'NDJSON, ein Datensatz pro Zeile',
    denied: 'Ihre Rolle darf diese Datensätze nicht lesen',
    prompts: { export: 'Anfragen exportieren', all: 'Alle Anfragen, die den Filtern entsprechen' },
    messages: { export: 'Nachrichten exportieren', all: 'Alle Nachrichten, die den Filtern entsprechen' },
    deliveries: { export: 'Zustellungen exportieren', all: 'Alle Zustellungen, die den Filtern entsprechen' },
    audit: { export: 'Audit-Log exportieren', all: 'Alle Einträge, die den Filtern entsprechen' },
  },
};
