import { formatNumber } from '../../lib/language/locale.js';
import type { t } from './texts.js';

export const german: typeof t = {
  add: 'Person hinzufügen',
  change: (name) => `${name} ändern`,
  operator: 'Operator',
  operatorHelp: 'Antworten dieses Operators in der Konsole zählen als Antworten dieser Person.',
  noOperator: 'Keiner',
  groups: 'Gruppen',
  save: 'Speichern',
  submit: 'Hinzufügen',
  recent: {
    title: 'Haben kürzlich geantwortet',
    noProof:
      'Diese Namen wählen die Benutzer selbst, deshalb beweist ein Name nichts. Es zählt die ID: Vergleichen Sie sie.',
    noName: 'Ohne Namen',
  },
  picker: {
    search: {
      people: 'Name, ID oder Konto suchen',
      groups: 'Gruppen suchen',
      both: 'Personen und Gruppen suchen',
    },
    noMatch: 'Kein Treffer',
    more: (count) => `${formatNumber(count)} weitere: Tippen Sie, um sie zu finden`,
    group: 'Gruppe',
    clear: (field) => `${field} leeren`,
    remove: (name) => `${name} entfernen`,
  },
  accounts: {
    title: 'Konten',
    hint: '(Benutzer-IDs auf den Plattformen)',
    platform: (number) => `Plattform von Konto ${number}`,
    userIdOf: (number) => `Benutzer-ID von Konto ${number}`,
    userId: 'Benutzer-ID',
    remove: (number) => `Konto ${number} entfernen`,
    add: 'Konto hinzufügen',
    noPlatform: 'Es ist keine Plattform geladen',
  },
};
