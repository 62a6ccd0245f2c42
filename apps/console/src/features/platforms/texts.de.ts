import { formatNumber } from '../../lib/language/locale.js';
import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Plattformen',
  help: 'Installierte Adapter für Chat-Plattformen.',
  loading: 'Wird geladen',
  addChannel: 'Kanal hinzufügen',
  addNamed: (platform) => `Kanal hinzufügen: ${platform}`,
  notInstalled: 'Adapter nicht installiert',
  notInstalledHelp: 'Der Adapter {id} ist auf diesem Gateway nicht installiert.',
  notLoaded: 'Nicht geladen',
  card: {
    needsUrl: 'Benötigt eine öffentliche URL.',
    noUrl: 'Funktioniert ohne öffentliche URL.',
    buttons: (count) => `${formatNumber(count)} Schaltflächen`,
    noButtons: 'keine Schaltflächen',
    attachments: 'Anhänge',
    threads: 'Threads',
  },
  install: {
    title: 'Weitere Plattform hinzufügen',
    help: 'Ein Adapter ist ein eigenes Paket. Das Gateway lädt die konfigurierten Adapter beim Start.',
    intro:
      'Installieren Sie den Adapter in einem Ordner außerhalb des Gateways, und konfigurieren Sie ihn für den nächsten Start:',
    code: 'So fügen Sie einen Adapter hinzu',
    note: 'Statt eines Paketnamens nimmt {command} auch einen Ordner ({folder}) oder ein gepacktes Paket ({packed}) an. Ein Adapter läuft mit den Berechtigungen des Gateways. Installieren Sie daher nur Adapter, denen Sie vertrauen. Wie Sie einen Adapter schreiben, steht in {docs}.',
  },
  detail: {
    needsUrl:
      'Diese Plattform muss das Gateway aufrufen, aber das Gateway hat keine öffentliche URL. Setzen Sie {setting} auf eine URL dieses Gateways mit https://, und starten Sie es neu.',
    capabilities: 'Funktionen',
    id: 'ID',
    fields: 'Felder eines Kanals',
    secret: 'Geheim',
    optional: 'Optional',
    instructions: 'Anleitung',
  },
  inbound: {
    name: 'Eingehende Ereignisse',
    webhook: 'Die Plattform ruft das Gateway auf. Dafür ist eine öffentliche https-URL nötig (PUBLIC_WEBHOOK_URL).',
    polling: 'Das Gateway fragt die Plattform ab, daher ist keine öffentliche URL nötig.',
    socket: 'Das Gateway baut eine Verbindung zur Plattform auf, daher ist keine öffentliche URL nötig.',
    pollingOrWebhook:
      'Das Gateway fragt die Plattform ab, daher ist keine öffentliche URL nötig. Mit PUBLIC_WEBHOOK_URL kann stattdessen die Plattform das Gateway aufrufen.',
    socketOrWebhook:
      'Das Gateway baut eine Verbindung zur Plattform auf, daher ist keine öffentliche URL nötig. Mit PUBLIC_WEBHOOK_URL kann stattdessen die Plattform das Gateway aufrufen.',
  },
  options: {
    name: 'Optionen',
    buttons: (count, characters) =>
      `Bis zu ${formatNumber(count)} Schaltflächen. Beschriftungen mit mehr als ${formatNumber(characters)} Zeichen stehen im Text, und ihre Schaltfläche zeigt eine Nummer.`,
    replies: 'Keine Schaltflächen. Personen antworten mit der Nummer einer Option oder mit deren Wortlaut.',
    polls:
      'Keine Schaltflächen. Die Anfrage enthält eine Umfrage. Personen können auch mit der Nummer einer Option oder mit deren Wortlaut antworten.',
    reactions:
      'Keine Schaltflächen. Personen reagieren mit der Nummer einer Option. Sie können auch mit der Nummer oder dem Wortlaut der Option antworten.',
  },
  text: {
    name: 'Text',
    limit: (characters) => `Bis zu ${formatNumber(characters)} Zeichen pro Nachricht. Längere Texte werden aufgeteilt.`,
  },
  attachments: {
    name: 'Anhänge',
    urlOrFile: 'Per URL oder als Datei.',
    url: 'Per URL, die die Plattform abrufen kann. Das Gateway stellt Dateien unter einer solchen URL bereit (PUBLIC_WEBHOOK_URL).',
    file: 'Als Datei.',
    none: 'Nicht unterstützt.',
  },
  answered: {
    name: 'Nach der Antwort',
    edited: 'Die Nachricht wird geändert und zeigt das Ergebnis.',
    editedButtons: 'Die Nachricht wird geändert und zeigt das Ergebnis. Ihre Schaltflächen werden entfernt.',
    notEdited: 'Die Nachricht wird nicht geändert.',
    notEditedButtons: 'Die Nachricht wird nicht geändert. Ihre Schaltflächen haben keine Wirkung mehr.',
  },
  replies: {
    name: 'Antworten',
    threads: 'Im Thread der Nachricht.',
    chat: 'Im Chat, ohne Threads.',
  },
  replyWindow: {
    name: 'Antwortfenster',
    always: 'Nachrichten können jederzeit gesendet werden.',
    within: (window) =>
      `Nachrichten können innerhalb von ${window} nach der letzten Nachricht der Person gesendet werden.`,
  },
};
