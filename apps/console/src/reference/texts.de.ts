import type { t } from './texts.js';

export const german: typeof t = {
  title: 'API-Referenz',
  search: 'API durchsuchen',
  loading: 'Die Referenz wird geladen …',
  failed: 'Das OpenAPI-Dokument konnte nicht geladen werden. Laden Sie die Seite neu, um es erneut zu versuchen.',
  signedIn: (name) => `Sie sind als ${name} angemeldet: Anfragen von dieser Seite erfolgen in Ihrem Namen.`,
  example: 'Beispiel',
  body: 'Body der Anfrage',
  stream: 'Diese Seite zeigt keine Streams, denn sie enden nicht. Verwenden Sie den Befehl.',
  notSent: 'Die Anfrage wurde nicht gesendet.',
  needsKey:
    'Um eine Anfrage auszuprobieren, drücken Sie Authorize und geben einen API-Schlüssel ein, oder melden Sie sich in der Konsole an.',
  noKey: 'Dieses Gateway nimmt Anfragen ohne API-Schlüssel an.',
};
