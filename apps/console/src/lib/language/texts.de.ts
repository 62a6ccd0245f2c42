import type { t } from './texts.js';

export const german: typeof t = {
  product: 'Gateway',
  control: 'Strg',
  roles: { owner: 'Inhaber', operator: 'Operator', viewer: 'Betrachter' },
  user: (id) => `Benutzer ${id}`,
  group: (name) => `Gruppe ${name}`,
  unreachable: 'Das Gateway ist nicht erreichbar. Prüfen Sie, ob es läuft und ob dieser Browser online ist.',
  unknownError: 'Ein unbekannter Fehler ist aufgetreten. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  withRequestId: (reason, id) => `${reason} request_id: ${id}`,
  now: 'jetzt',
  ms: 'ms',
  s: 's',
  min: 'min',
  h: 'h',
  d: 'd',
};
