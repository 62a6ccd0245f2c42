import type { t } from './texts.js';

export const german: typeof t = {
  outage: (since) =>
    `Das Gateway antwortet nicht. Die Daten sind von ${since}. Sie werden aktualisiert, sobald das Gateway wieder antwortet.`,
  shortcuts: {
    title: 'Tastenkürzel',
    palette: 'Suche und Befehle',
    help: 'Tastenkürzel anzeigen',
    page: (name) => `Zur Seite „${name}“`,
  },
  toasts: { list: 'Benachrichtigungen', close: 'Benachrichtigung schließen' },
  notFound: {
    title: 'Seite nicht gefunden',
    help: 'Prüfen Sie die Adresse. Vielleicht wurde der Eintrag gelöscht.',
    link: 'Zur Übersicht',
  },
};
