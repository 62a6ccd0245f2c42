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
};
