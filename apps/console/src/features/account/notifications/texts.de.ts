import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Benachrichtigungen',
  help: 'Eine Benachrichtigung zeigt die Anfrage und öffnet sie, auch wenn die Konsole geschlossen ist.',
  turnOn: 'In diesem Browser einschalten',
  turnOff: 'In diesem Browser ausschalten',
  onlyMine: 'Nur Anfragen, die auf mich warten',
  onlyMineHelp: 'Sonst werden Sie über alle offenen Anfragen benachrichtigt.',
  alerts: 'Probleme des Gateways',
  alertsHelp:
    'Sie werden auch benachrichtigt, wenn ein Kanal oder ein Empfänger gestört ist, ein API-Schlüssel bald endet oder die Festplatte fast voll ist, und wenn es vorbei ist.',
  channels: 'Nur in diesen Kanälen (keiner: alle Kanäle)',
  sound: 'Ton',
  soundHelp:
    'Spielt zwei kurze Töne, wenn eine Anfrage eintrifft, während die Konsole geöffnet ist. Gilt nur für diesen Browser.',
  devices: {
    label: 'Browser mit Benachrichtigungen',
    thisBrowser: 'Dieser Browser',
    notNotified: 'Hinzugefügt {added}, noch nichts gesendet',
    notified: 'Hinzugefügt {added}, zuletzt benachrichtigt {notified}',
    test: 'Test senden',
    testTo: (browser) => `Test an ${browser} senden`,
    testSent: 'Test gesendet.',
    remove: 'Entfernen',
    removeNamed: (browser) => `${browser} entfernen`,
  },
  quietHours: {
    title: 'Ruhezeiten',
    help: 'In dieser Zeit gibt es keine Benachrichtigungen. Danach werden Sie über die noch offenen Anfragen benachrichtigt.',
    from: 'Von',
    to: 'Bis',
    equal: 'Wählen Sie zwei verschiedene Zeiten',
    noChanges: 'Es gibt keine Änderungen zu speichern',
    save: 'Speichern',
    zone: (zone) => `Zeitzone: ${zone}`,
  },
};
