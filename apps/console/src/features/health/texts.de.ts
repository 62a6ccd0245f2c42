import { counted } from '../../lib/counted.js';
import type { t } from './texts.js';

const are = (count: number, of: number) => `${count} von ${of} aktiven Kanälen ${count === 1 ? 'ist' : 'sind'}`;

export const german: typeof t = {
  title: 'Zustand',
  help: 'Der Zustand des Gateways, alle 10 Sekunden geprüft.',
  checked: 'Zuletzt geprüft: {time}',
  checksTitle: 'Prüfungen',
  states: { good: 'OK', note: 'Hinweis', wait: 'Warnung', bad: 'Problem', unknown: 'Unbekannt' },
  links: {
    channels: 'Kanäle anzeigen',
    platforms: 'Plattformen anzeigen',
    receivers: 'Empfänger anzeigen',
    addChannel: 'Kanal hinzufügen',
    deliveries: 'Zustellungen anzeigen',
  },
  summary: {
    checking: 'Gateway wird geprüft',
    good: 'Alle Prüfungen bestanden',
  },
  checks: {
    unknown: 'Derzeit unbekannt.',
    requests: {
      name: 'Aufrufe',
      good: 'Das Gateway nimmt Aufrufe an.',
      refusedAdvice:
        'Das Gateway läuft, nimmt aber keine Aufrufe an. Den Grund finden Sie in seinem Log. Bestätigte Daten sind sicher.',
      silent: 'Das Gateway antwortet nicht.',
      silentAdvice:
        'Prüfen Sie, ob das Gateway läuft, sein Log und ob dieser Browser online ist. Diese Seite prüft alle 10 Sekunden erneut.',
    },
    database: {
      name: 'Datenbank',
      brief: 'Datenbank nicht verfügbar',
      good: 'Die Datenbank ist verfügbar.',
      advice:
        'Prüfen Sie den freien Speicherplatz und den Datenbankserver. Bis dahin wird nichts bestätigt, also geht nichts verloren.',
    },
    live: {
      name: 'Live-Updates',
      connected: 'Verbunden.',
      connectedFor: (time) => `Seit ${time} verbunden.`,
      connecting: 'Verbindung wird hergestellt.',
      lost: (time) => `Seit ${time} keine Updates empfangen.`,
      advice: 'Möglicherweise puffert ein Proxy den Event-Stream. Deaktivieren Sie die Pufferung für /v1/events.',
    },
    queue: {
      name: 'Callbacks in Warteschlange',
      empty: 'Die Warteschlange ist leer.',
      brief: (count) => counted(count, 'überfälliger Callback', 'überfällige Callbacks'),
      waiting: (count, age) => `${counted(count, 'Callback', 'Callbacks')}, der älteste wartet seit ${age}.`,
      advice:
        'Der Empfänger ist gestört oder nicht erreichbar. Sehen Sie sich die Antworten auf die Versuche an. Das Gateway wiederholt bis zu drei Tage lang.',
    },
    failed: {
      name: 'Fehlgeschlagene Callbacks',
      brief: (count) => counted(count, 'fehlgeschlagener Callback', 'fehlgeschlagene Callbacks'),
      none: 'Keine in den letzten 24 Stunden.',
      noneOf: (delivered) => `Keine in den letzten 24 Stunden; ${counted(delivered, 'wurde', 'wurden')} zugestellt.`,
      some: (count) =>
        `${counted(count, 'fehlgeschlagener Callback', 'fehlgeschlagene Callbacks')} in den letzten 24 Stunden.`,
      advice:
        'Prüfen Sie die HTTP-Antwort des Empfängers, beheben Sie den Fehler und wiederholen Sie die Zustellungen.',
    },
    paused: {
      name: 'Pausierte Empfänger',
      text: (count) => `Zustellungen an ${counted(count, 'Empfänger', 'Empfänger')} sind pausiert.`,
      advice: 'Sie bleiben in der Warteschlange, bis ein Operator sie fortsetzt.',
    },
    channels: {
      name: 'Kanäle',
      none: 'Keine aktiven Kanäle.',
      briefFailing: (count) => counted(count, 'gestörter Kanal', 'gestörte Kanäle'),
      briefNotVerified: (count) => counted(count, 'nicht geprüfter Kanal', 'nicht geprüfte Kanäle'),
      failing: (count, of) => `${are(count, of)} gestört.`,
      failingAdvice: 'Die Gründe stehen weiter unten.',
      notVerified: (count, of) => `${are(count, of)} nicht geprüft.`,
      notVerifiedAdvice: 'Öffnen und testen Sie den Kanal, oder senden Sie eine Nachricht in seinem Chat.',
      good: (count) =>
        count === 1 ? 'Der aktive Kanal ist in Ordnung.' : `Alle ${count} aktiven Kanäle sind in Ordnung.`,
    },
    adapters: {
      name: 'Adapter',
      brief: (count) => counted(count, 'nicht geladener Adapter', 'nicht geladene Adapter'),
      broken: (count, names) =>
        `${counted(count, 'Adapter konnte', 'Adapter konnten')} nicht geladen werden: ${names}.`,
      advice: 'Die Gründe stehen auf der Seite „Plattformen“.',
    },
    address: {
      name: 'Öffentliche URL',
      none: 'Nicht gesetzt. Plattformen, die das Gateway aufrufen müssen, können nicht verbunden werden.',
      noneAdvice: 'Setzen Sie PUBLIC_WEBHOOK_URL auf eine https://-URL dieses Gateways und starten Sie es neu.',
      httpAdvice: 'Die meisten Plattformen rufen nur https://-URLs auf.',
    },
    access: {
      name: 'API-Schlüssel',
      good: 'Erforderlich.',
      open: 'Nicht erforderlich: Jedes Programm auf diesem Rechner kann die API verwenden.',
      openAdvice:
        'Für eine Evaluierung ist das in Ordnung. Setzen Sie im Produktivbetrieb USE_AUTH=true und erstellen Sie für jeden Agenten einen Schlüssel.',
    },
  },
  channels: {
    title: 'Gestörte Kanäle',
    noReason: 'Der Kanal ist gestört. Der Grund ist unbekannt.',
    since: 'Beginn: {time}',
  },
  installation: {
    title: 'Installation',
    help: 'Einstellungen, Datenbank, Netzwerk, öffentliche Adresse, Kanäle und Empfänger. Es wird nichts veröffentlicht. Dauert bis zu 25 Sekunden.',
    check: 'Installation prüfen',
    checking: 'Wird geprüft…',
    again: 'Erneut prüfen',
  },
  alerts: {
    title: 'Meldungen',
    help: 'Benutzer erfahren, wenn ein Kanal oder ein Empfänger gestört ist, ein API-Schlüssel bald endet oder die Festplatte fast voll ist: durch eine Benachrichtigung, wenn sie das in ihrem Konto gewählt haben, und in diesem Chat.',
    channel: 'Meldungen auch veröffentlichen im Chat von',
    ownersOnly: 'Nur Eigentümer können den Chat der Meldungen wählen.',
  },
  metrics: {
    title: 'Statistik',
    old: 'Stand der letzten Antwort des Gateways.',
    pending: 'Offene Anfragen',
    answered: 'Beantwortete Anfragen in 24 Stunden',
    median: 'Mediane Antwortzeit',
    noMedian: 'noch keine',
    channels: 'Aktive Kanäle',
    delivered: 'Zugestellte Callbacks in 24 Stunden',
    queue: 'Callbacks in Warteschlange',
  },
  gateway: {
    title: 'Dieses Gateway',
    version: 'Version',
    consoleUrl: 'URL der Konsole',
    publicUrl: 'Öffentliche URL',
    notSet: 'nicht gesetzt',
    keys: 'API-Schlüssel',
    required: 'erforderlich',
    notRequired: 'nicht erforderlich',
    reference: 'API-Referenz',
    noReference: 'deaktiviert (ENABLE_DOCS=true aktiviert sie)',
    monitoring: 'Monitoring',
  },
};
