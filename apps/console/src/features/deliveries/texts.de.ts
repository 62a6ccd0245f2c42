import { counted } from '../../lib/counted.js';
import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Zustellungen',
  help: 'Alle Ereignisse, die an Ihre Callback-URLs gesendet werden oder wurden.',
  helpFailed:
    'Zustellungen, deren letzter Versuch fehlgeschlagen ist. Sie bleiben erhalten und können wiederholt werden.',
  receivers: 'Empfänger',
  searching: 'Weitere Zustellungen werden durchsucht…',
  list: {
    pause: 'Liste anhalten',
    resume: 'Liste aktualisieren',
    paused:
      'Die Liste ist angehalten. Zustellungen laufen weiter; neue erscheinen hier, sobald Sie die Liste wieder aktualisieren.',
    select: (event, of) => `${event}, ${of} auswählen`,
    event: 'Ereignis',
    state: 'Status',
    receiver: 'Empfänger',
    attempts: 'Versuche',
    lastResult: 'Letztes Ergebnis',
    created: 'Erstellt',
    noResult: 'Noch keines',
    status: (code) => `Status ${code}`,
  },
  empty: {
    filtered: {
      title: 'Keine passenden Zustellungen',
      text: 'Ändern Sie die Filter. Zugestellte Callbacks werden 30 Tage aufbewahrt.',
    },
    pending: {
      title: 'Keine Zustellungen in der Warteschlange',
      text: 'Alle Callbacks wurden zugestellt oder sind fehlgeschlagen.',
    },
    dead: {
      title: 'Keine fehlgeschlagenen Zustellungen',
      text: 'Callbacks, deren letzter Versuch fehlgeschlagen ist, bleiben hier erhalten und können wiederholt werden.',
    },
    delivered: {
      title: 'Noch keine zugestellten Callbacks',
      text: 'Callbacks erscheinen hier, sobald ein Empfänger sie angenommen hat.',
    },
    all: {
      title: 'Noch keine Zustellungen',
      text: 'Ein Callback wird gesendet, wenn eine Anfrage mit Callback-URL beantwortet wird, und für jede Nachricht in einem Nachrichtenkanal.',
    },
  },
  events: {
    'prompt.answered': 'Anfrage beantwortet',
    'prompt.expired': 'Anfrage abgelaufen',
    'message.created': 'Nachricht erstellt',
  },
  filters: {
    state: 'Status',
    all: 'Alle',
    channel: 'Kanal',
    reference: 'Anfrage oder Event-ID',
    more: 'Weitere Filter',
    moreSet: (count) => `Weitere Filter (${count})`,
    url: 'Callback-URL beginnt mit',
    response: 'Letzte HTTP-Antwort',
    any: 'Alle',
    responses: {
      '2xx': '2xx (Erfolg)',
      '3xx': '3xx (Weiterleitung)',
      '4xx': '4xx (abgelehnt)',
      '5xx': '5xx (Serverfehler)',
      none: 'Keine Antwort',
    },
    event: 'Ereignis',
    since: 'Erstellt seit',
    until: 'Erstellt vor',
  },
  scope: {
    all: 'Alle Kanäle',
    channel: (id) => `Kanal ${id}`,
    prompt: (id) => `Anfrage ${id}`,
    event: (id) => `Event-ID ${id}`,
    url: (url) => `Callback-URL ${url}`,
    status: (status) => `Letzte HTTP-Antwort ${status}`,
    type: (name) => `Ereignis: ${name}`,
    time: 'Im gewählten Zeitraum erstellt',
  },
  retry: {
    one: 'Wiederholen',
    denied: 'Ihre Rolle darf Zustellungen nicht wiederholen',
    none: (scope) => `Es gibt keine fehlgeschlagenen Zustellungen. Filter: ${scope}.`,
    scope: (scope) => `Filter: ${scope}.`,
    advice:
      'Stellen Sie sicher, dass der Empfänger wieder funktioniert: Öffnen Sie eine Zustellung und wiederholen Sie sie zuerst.',
    action: (count) => (count === 0 ? 'Wiederholen' : `${counted(count, 'Zustellung', 'Zustellungen')} wiederholen`),
    done: (count) => `${counted(count, 'Zustellung wird', 'Zustellungen werden')} wiederholt.`,
    doneExcept: (count, rest) =>
      `${counted(count, 'Zustellung wird', 'Zustellungen werden')} wiederholt. ${counted(rest, 'ist', 'sind')} bereits fällig oder in Bearbeitung.`,
    selection: 'Auswahl',
    clear: 'Auswahl aufheben',
    tooMany: (most) => `Höchstens ${most} Zustellungen können gemeinsam wiederholt werden`,
  },
  next: {
    paused: 'Empfänger pausiert',
    in: (time) => `nächster Versuch in ${time}`,
    now: 'nächster Versuch jetzt',
    inProgress: 'in Bearbeitung',
  },
  drawer: {
    title: 'Zustellung',
    notFound: 'Zustellung nicht gefunden',
    allDeliveries: 'Alle Zustellungen anzeigen',
    receiver: 'Empfänger',
    copyUrl: 'URL kopieren',
    receiverPage: 'Fehlerquote, Dauer und Pausieren',
    eventId: 'Event-ID',
    copyEventId: 'Event-ID kopieren',
    channel: 'Kanal',
    prompt: 'Anfrage',
    message: 'Nachricht',
    created: 'Erstellt',
    attempts: 'Versuche',
    noAttempts: 'Noch kein Versuch ist abgeschlossen.',
  },
  request: {
    body: 'Body',
    copyBody: 'Wie gesendet kopieren',
    bodyLabel: 'Body, zum Lesen eingerückt',
    bodyNote:
      'Zum Lesen eingerückt. Signaturen gelten für die genauen Bytes des Bodys: Prüfen Sie sie mit dem empfangenen Body oder mit der Kopie.',
    headers: 'Header',
    timestamp: 'Unix-Sekunden des Versuchs',
    signature: 'v1 und der Base64-HMAC-SHA256 von „id.timestamp.body“; einer pro Secret',
    promptSignature: 'sha256= und der hexadezimale HMAC-SHA256 des Bodys',
    headersNote:
      'Zeitstempel und Signaturen werden für jeden Versuch erzeugt und nicht gespeichert. Benutzer und Passwort in der URL werden als {header} gesendet.',
  },
  curl: {
    title: 'Aus einem Terminal senden',
    denied: 'Ihre Rolle darf keine signierten Requests erzeugen',
    create: 'curl-Befehl erzeugen',
    again: 'Neu signieren',
    label: 'curl-Befehl',
    validUntil: (time) => `Die Signatur ist bis ${time} gültig. Der Befehl enthält kein Secret.`,
    omitsUser: 'Benutzer und Passwort der URL fehlen im Befehl: Ergänzen Sie --user.',
  },
  failing: {
    more: (count) => counted(count, 'weiterer gestörter Empfänger', 'weitere gestörte Empfänger'),
    receiver: (count) =>
      `{receiver} ist gestört. Erster Fehler: {time}. ${counted(count, 'fehlgeschlagener Versuch', 'fehlgeschlagene Versuche')}.`,
    lastError: (error) => `Letzter Fehler: ${error}`,
  },
};
