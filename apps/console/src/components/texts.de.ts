import type { t } from './texts.js';

export const german: typeof t = {
  approversField: {
    add: 'Person oder Gruppe hinzufügen',
    groups: 'Gruppen',
    people: 'Personen',
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
};
