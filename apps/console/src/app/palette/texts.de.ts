import { counted } from '../../lib/counted.js';
import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Suche und Befehle',
  placeholder: 'Suchen, oder #12 eingeben',
  close: 'Schließen',
  results: 'Ergebnisse',
  recent: 'Zuletzt geöffnet',
  actionsGroup: 'Aktionen',
  pagesGroup: 'Seiten',
  viewsGroup: 'Gespeicherte Ansichten',
  exact: 'Genaue Treffer',
  messages: 'Nachrichten',
  groups: 'Gruppen',
  searching: 'Suche läuft …',
  count: (count) => counted(count, 'Ergebnis', 'Ergebnisse'),
  failed: (reason) => `Die Suche ist fehlgeschlagen. ${reason}`,
  nothingForShort: 'Nichts gefunden. Texte mit weniger als drei Zeichen werden nur in den neuesten Einträgen gesucht.',
  nothing:
    'Nichts gefunden. Suchen Sie nach #12, einer Korrelations-ID oder einem Teil einer Frage, einer Antwort, einer Nachricht oder eines Namens.',
  states: {
    prompt: { pending: 'Offen', answered: 'Beantwortet', expired: 'Abgelaufen' },
    delivery: { pending: 'In Warteschlange', delivered: 'Zugestellt', dead: 'Fehlgeschlagen' },
    channel: { inactive: 'Inaktiv' },
    key: { revoked: 'Widerrufen', expired: 'Abgelaufen' },
  },
  actions: {
    newPrompt: { label: 'Neue Anfrage', words: 'fragen erstellen' },
    addChannel: { label: 'Kanal hinzufügen', words: 'verbinden neu erstellen' },
    createKey: { label: 'API-Schlüssel erstellen', words: 'neu token' },
    light: { label: 'Helles Design verwenden', words: 'umschalten' },
    dark: { label: 'Dunkles Design verwenden', words: 'umschalten' },
    system: { label: 'Design des Systems verwenden', words: 'umschalten' },
    account: {
      label: 'Konto und Sitzungen',
      words: 'passwort sprache einstellungen profil passkey zweiter faktor benachrichtigungen',
    },
    signOut: { label: 'Abmelden', words: 'ausloggen abmeldung' },
  },
};
