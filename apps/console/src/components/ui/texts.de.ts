import type { t } from './texts.js';

export const german: typeof t = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  copy: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    blocked: 'Der Browser hat das Kopieren blockiert. Markieren Sie den Text, und kopieren Sie ihn von Hand.',
  },
  confirm: {
    type: 'Geben Sie zur Bestätigung {name} ein',
    back: 'Zurück',
    missing: 'Geben Sie zur Bestätigung den Namen ein',
  },
  optional: '(optional)',
  more: 'Mehr anzeigen',
  retry: 'Erneut versuchen',
  loading: 'Wird geladen',
  secret: { show: (what) => `${what} anzeigen`, hide: (what) => `${what} verbergen` },
  actions: 'Aktionen',
  never: 'nie',
  missing: {
    retention: 'Der Eintrag wurde möglicherweise durch die Aufbewahrung gelöscht.',
    deleted: 'Der Eintrag wurde möglicherweise gelöscht.',
  },
};
