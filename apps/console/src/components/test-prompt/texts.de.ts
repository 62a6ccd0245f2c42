import type { t } from './texts.js';

export const german: typeof t = {
  cannotSend: 'Ihre Rolle darf keine Anfragen senden',
  sampleText: 'Darf ich Version 2.4 in der Produktion ausrollen?',
  sampleOptions: 'Ausrollen, Warten',
  text: 'Text',
  enterText: 'Geben Sie zuerst einen Text ein',
  options: 'Optionen',
  optionsHelp: 'Trennen Sie Optionen durch Kommas. Aus jeder wird eine Schaltfläche.',
  allowText: 'Freitext als Antwort zulassen',
  callbackUrl: 'Callback-URL',
  callbackHelp: 'Erhält die signierte Antwort.',
  send: 'Testanfrage senden',
  pending: '{id} wurde gesendet und wartet auf eine Antwort.',
  endings: {
    ttl: '{id} ist abgelaufen.',
    cancelled: '{id} wurde abgebrochen.',
    undeliverable: '{id} wurde nicht zugestellt.',
  },
  answered: '{id} wurde beantwortet: {answer}',
  answeredBy: 'von {name} nach {time}',
  unknownUser: 'einem unbekannten Benutzer',
  callback: 'Callback',
  response: (status) => `Der Empfänger hat mit ${status} geantwortet.`,
};
