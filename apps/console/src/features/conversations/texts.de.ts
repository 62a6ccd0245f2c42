import { counted } from '../../lib/counted.js';
import { formatNumber } from '../../lib/language/locale.js';
import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Unterhaltungen',
  messages: 'Nachrichten',
  list: {
    search: 'Kanal oder Chat suchen',
    filter: 'Anzeigen',
    all: 'Alle',
    waiting: 'Warten auf Antwort',
    waitsSince: (time) => `Wartet seit ${time} auf eine Antwort`,
    noneWaiting: 'Keine Unterhaltung wartet auf eine Antwort',
    noneWaitingHelp: 'Hier stehen Unterhaltungen, deren neueste Nachricht aus dem Chat kommt.',
    unread: (count) => `${count} ungelesen`,
    searchShortcut: 'Unterhaltungen suchen',
    next: 'Nächste Unterhaltung',
    previous: 'Vorherige Unterhaltung',
    sent: 'Gesendet: ',
    noneYet: 'Noch keine Unterhaltungen',
    noneYetHelp:
      'Jeder Nachrichtenkanal hat hier eine Unterhaltung zwischen den Personen in seinem Chat und einem Agenten.',
    addChannel: 'Kanal hinzufügen',
    noMatch: 'Keine passenden Unterhaltungen',
    noMatchHelp: (find) => `Kein Nachrichtenkanal enthält „${find}“ in seiner ID oder seinem Chat.`,
    noneSelected: 'Keine Unterhaltung ausgewählt',
    noneSelectedHelp: 'Wählen Sie eine Unterhaltung aus, um Nachrichten zu lesen und zu senden.',
  },
  header: {
    search: 'Nachrichten suchen',
    settings: 'Einstellungen und Zustand des Kanals',
  },
  thread: {
    mayNotRead: 'Ihre Rolle darf keine Nachrichten lesen.',
    none: 'Noch keine Nachrichten',
    noneHelp:
      'Nachrichten aus dem Chat erscheinen hier und werden an den Agenten gesendet. Sie können die erste Nachricht senden.',
    noMatch: 'Keine passenden Nachrichten',
    noMatchHelp: (q) => `Keine gespeicherte Nachricht dieser Unterhaltung enthält „${q}“.`,
    unknownUser: 'Unbekannter Benutzer',
    firstUnread: 'Neu',
    around: 'In der Unterhaltung anzeigen',
    newer: 'Neuere Nachrichten anzeigen',
    newest: 'Neueste Nachrichten',
    withoutKey: 'Ohne Schlüssel gesendet',
  },
  delivery: {
    delivered: 'zugestellt',
    failed: 'fehlgeschlagen',
    pending: 'in Warteschlange',
    pendingAfter: (attempts) => `in Warteschlange nach ${counted(attempts, 'Versuch', 'Versuchen')}`,
    pendingUntil: (attempts) =>
      `in Warteschlange nach ${counted(attempts, 'Versuch', 'Versuchen')}, nächster Versuch {time}`,
    received: 'Der Agent hat diese Nachricht empfangen',
    status: (status) => `Der Empfänger hat mit Status ${status} geantwortet.`,
  },
  post: {
    accepted: 'angenommen',
    delivered: 'zugestellt',
    read: 'gelesen',
    failed: 'nicht zugestellt',
  },
  composer: {
    label: 'Nachricht',
    placeholder: 'Nachricht schreiben',
    send: 'Senden',
    mayNotSend: 'Ihre Rolle darf keine Nachrichten senden',
    inactive: 'Der Kanal ist inaktiv',
    enterMessage: 'Geben Sie zuerst eine Nachricht ein',
    notStored: 'Gesendet, nicht gespeichert',
    notStoredText: 'Gesendet, nicht gespeichert: {text}',
    unclear:
      'Die Nachricht wurde möglicherweise gesendet. Sie können es ohne Risiko erneut versuchen: Sie wird nur einmal gesendet.',
    windowNotOpen: (platform, window) =>
      `${platform} nimmt Nachrichten nur innerhalb von ${window} nach der letzten Nachricht der Person an. Von der Person gibt es noch keine Nachricht.`,
    windowClosed: (platform, window) =>
      `${platform} nimmt Nachrichten nur innerhalb von ${window} nach der letzten Nachricht der Person an. Diese Zeit ist abgelaufen.`,
    split: (characters, platform) =>
      `Länger als ${formatNumber(characters)} Zeichen: Der Text wird auf mehrere Nachrichten in ${platform} aufgeteilt.`,
    keys: 'Strg+Enter sendet, Enter beginnt eine neue Zeile.',
  },
  notices: {
    promptChannel: 'Dies ist ein Kanal für Anfragen. Er hat keine Unterhaltung. {link}',
    showPrompts: 'Anfragen anzeigen',
    openChannel: 'Kanal öffnen',
    inactive: 'Dieser Kanal ist inaktiv: Er sendet und empfängt keine Nachrichten.',
    failing: 'Der Kanal ist gestört. Nachrichten werden möglicherweise nicht gesendet oder empfangen.',
    noneStored: 'Nachrichten werden nicht gespeichert. Diese Unterhaltung ist daher unvollständig.',
    inboundNotStored: 'Eingehende Nachrichten werden nicht gespeichert. Diese Unterhaltung ist daher unvollständig.',
    outboundNotStored: 'Ausgehende Nachrichten werden nicht gespeichert. Diese Unterhaltung ist daher unvollständig.',
    retention: 'Aufbewahrung',
    arrivedOne: 'Während diese Seite geöffnet war, ist eine Nachricht eingegangen: {time}.',
    arrivedMany: (count) =>
      `Während diese Seite geöffnet war, sind ${formatNumber(count)} Nachrichten eingegangen, die letzte {time}.`,
  },
  notFound: 'Kanal nicht gefunden',
  allConversations: 'Alle Unterhaltungen anzeigen',
};
