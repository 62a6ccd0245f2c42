import type { t } from './texts.js';

export const german: typeof t = {
  add: 'Person hinzufügen',
  change: (name) => `${name} ändern`,
  operator: 'Operator',
  operatorHelp: 'Antworten dieses Operators in der Konsole zählen als Antworten dieser Person.',
  noOperator: 'Keiner',
  groups: 'Gruppen',
  noGroups: 'Es gibt noch keine Gruppen.',
  save: 'Speichern',
  submit: 'Hinzufügen',
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
