import type { t } from './texts.js';

export const german: typeof t = {
  approvers: {
    add: 'Person oder Gruppe hinzufügen',
    groups: 'Gruppen',
    people: 'Personen',
    userId: (label) => `${label}: Benutzer-ID auf der Plattform`,
    userPlaceholder: 'Oder eine Benutzer-ID auf der Plattform',
    ownersOnly: 'Nur Inhaber können ändern, wer antworten darf',
    noUserId: 'Geben Sie zuerst eine Benutzer-ID ein',
    addUser: 'Benutzer hinzufügen',
    remove: (name) => `${name} entfernen`,
  },
  attempts: {
    label: 'Versuche',
    noResponse: 'Keine Antwort',
    body: 'Antworttext (HTTP)',
    bodyOf: (attempt) => `Antwort auf Versuch ${attempt}`,
  },
  channels: {
    all: 'Alle Kanäle',
    search: 'Kanäle suchen',
    clear: 'Kanal entfernen',
    inactive: 'inaktiv',
    searching: 'Suche läuft …',
    none: 'Keine passenden Kanäle',
    remove: (id) => `Kanal ${id} entfernen`,
  },
  entry: { actions: (name) => `Aktionen für ${name}`, change: 'Ändern', delete: 'Löschen' },
  exports: {
    label: (what) => `${what} exportieren`,
    denied: (what) => `Ihre Rolle erlaubt nicht, ${what} zu lesen`,
    all: (what) => `Alle ${what}, die den Filtern entsprechen`,
    csv: 'CSV, für Tabellenprogramme',
    ndjson: 'NDJSON, ein Datensatz je Zeile',
  },
  guide: { copy: 'Kopieren', copied: 'Kopiert', notCopied: 'Markieren Sie den Text zum Kopieren', table: 'Tabelle' },
  health: { ok: 'In Ordnung', failing: 'Gestört', unknown: 'Nicht geprüft', inactive: 'Inaktiv' },
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
};
