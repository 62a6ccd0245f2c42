import type { t } from './texts.js';

export const german: typeof t = {
  entry: { actions: (name) => `Aktionen für ${name}`, change: 'Ändern', delete: 'Löschen' },
  guide: { copy: 'Kopieren', copied: 'Kopiert', notCopied: 'Markieren Sie den Text zum Kopieren', table: 'Tabelle' },
  managed: {
    badge: (file) => `Verwaltet durch ${file}`,
    reason: (file) => `Verwaltet durch ${file}: Ändern Sie die Datei, und wenden Sie sie an`,
  },
  session: {
    current: 'Dieser Browser',
    usedNow: 'Gerade in Benutzung, angemeldet {signedIn}, läuft ohne Benutzung {expires} ab',
    used: 'Zuletzt benutzt {used}, angemeldet {signedIn}, läuft ohne Benutzung {expires} ab',
  },
  snippets: { language: 'Sprache', example: (name) => `Beispiel für ${name}` },
  approversField: {
    userIdLabel: (field) => `${field}: Benutzer-ID auf der Plattform`,
    userIdPlaceholder: 'Oder eine Benutzer-ID der Plattform',
    ownersOnly: 'Nur Inhaber können die Genehmiger ändern',
    enterUserId: 'Geben Sie zuerst eine Benutzer-ID ein',
    addUser: 'Benutzer hinzufügen',
    remove: (name) => `Entfernen: ${name}`,
  },
  channelPicker: {
    all: 'Alle Kanäle',
    search: 'Kanäle suchen',
    clear: 'Kanal entfernen',
    inactive: 'inaktiv',
    searching: 'Suche läuft …',
    noMatch: 'Keine passenden Kanäle',
  },
  channelsField: {
    remove: (id) => `Kanal ${id} entfernen`,
  },
  durationField: {
    days: 'Tage',
    hours: 'Stunden',
    minutes: 'Minuten',
    seconds: 'Sekunden',
  },
  notProven: 'Noch nicht belegt',
  healthBadge: {
    ok: 'In Ordnung',
    failing: 'Gestört',
    unknown: 'Nicht geprüft',
    inactive: 'Inaktiv',
  },
  namedFields: {
    name: 'Name',
    id: 'ID',
    idHelp: 'Wird von der API verwendet und kann später nicht geändert werden.',
  },
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
