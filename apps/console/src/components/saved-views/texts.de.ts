import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Ansichten',
  active: (name) => `Ansicht: ${name}`,
  scope: 'In Ihrem Konto gespeichert',
  none: 'Keine gespeicherten Ansichten',
  notLoaded: (reason) => `Die Ansichten konnten nicht geladen werden. ${reason}`,
  noFilter: 'Zum Speichern einen Filter setzen',
  save: 'Ansicht speichern',
  copy: 'Link kopieren',
  copied: 'Link kopiert',
  rename: 'Umbenennen',
  delete: 'Löschen',
  deleted: (name) => `Ansicht „${name}“ gelöscht`,
  dialog: {
    save: 'Ansicht speichern',
    rename: (name) => `„${name}“ umbenennen`,
    name: 'Name',
    saveHelp: 'Die Ansicht enthält die aktuellen Filter.',
    replaces: 'Eine Ansicht mit diesem Namen ist vorhanden. Sie wird ersetzt.',
    missing: 'Geben Sie einen Namen ein',
    taken: 'Eine andere Ansicht hat diesen Namen',
    full: (limit) => `${limit} Ansichten sind gespeichert. Löschen Sie zuerst eine.`,
    action: { save: 'Speichern', replace: 'Ersetzen', rename: 'Umbenennen' },
  },
};
