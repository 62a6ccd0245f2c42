import { counted } from '../../lib/counted.js';
import { formatShare } from '../../lib/language/locale.js';
import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Empfänger',
  help: 'Die Server, auf die Ihre Callback-URLs zeigen. Quoten und Dauern beziehen sich auf die jeweils letzten 200 Zustellungen.',
  deliveries: 'Zustellungen',
  time: 'Zeitraum',
  windows: { '1h': '1 Stunde', '24h': '24 Stunden', '7d': '7 Tage' },
  table: 'Empfänger',
  columns: {
    receiver: 'Empfänger',
    queue: 'In Warteschlange',
    failed: 'Fehlgeschlagen',
    errorRate: 'Fehlerquote',
    p50: 'p50',
    p95: 'p95',
    lastAttempt: 'Letzter Versuch',
  },
  counts: (queue, failed) => `${queue} in Warteschlange · ${failed} fehlgeschlagen`,
  empty: {
    title: 'Noch keine Empfänger',
    text: 'Ein Empfänger erscheint hier, sobald ein Callback an ihn gesendet wird.',
  },
  inQueue: (count) => `${count} in Warteschlange`,
  failed: (count) => `${count} fehlgeschlagen`,
  allDeliveries: 'Alle Zustellungen',
  figures: {
    attempts: (count) => `von ${counted(count, 'Versuch', 'Versuchen')}`,
    faster: (share) => `${formatShare(share)} der Versuche waren schneller`,
  },
  state: {
    paused: 'Zustellungen an diesen Empfänger wurden {time} pausiert.',
    pausedBy: (name) => `${name} hat Zustellungen an diesen Empfänger {time} pausiert.`,
    pausedEffect:
      'Sie bleiben mit ihren verbleibenden Versuchen in der Warteschlange. Keine davon schlägt fehl oder wird gelöscht.',
    failing: (count) =>
      `Seit dem ersten Fehler {time} war kein Versuch erfolgreich: ${counted(count, 'fehlgeschlagener Versuch', 'fehlgeschlagene Versuche')}.`,
    lastError: (error) => `Letzter Fehler: ${error}`,
  },
  last: {
    title: 'Letzter Versuch',
    none: 'Noch kein Versuch ist abgeschlossen.',
    response: 'HTTP-Antwort',
    noResponse: 'Keine Antwort',
    started: 'Beginn',
    duration: 'Dauer',
  },
  failure: {
    title: 'Letzter fehlgeschlagener Versuch',
    help: 'Unter den neuesten 200 Zustellungen jedes Zustands, auch wenn eine Wiederholung erfolgreich war.',
    none: 'Keine dieser Zustellungen hat einen fehlgeschlagenen Versuch.',
    error: 'Fehler',
    attempt: 'Versuch',
    delivery: 'Zustellung',
    open: 'Zustellung anzeigen',
    body: 'Antworttext (HTTP)',
    emptyBody: 'Leer',
  },
  pause: {
    denied: 'Ihre Rolle darf Zustellungen nicht pausieren',
    pause: 'Zustellungen an diesen Empfänger pausieren',
    resume: 'Zustellungen an diesen Empfänger fortsetzen',
    title: 'Zustellungen an diesen Empfänger pausieren?',
    action: 'Zustellungen pausieren',
    text: 'Bis Sie die Zustellungen fortsetzen, beginnt keine Instanz des Gateways einen neuen Versuch an {receiver}. Laufende Versuche werden beendet. Zustellungen bleiben in der Warteschlange und behalten ihre verbleibenden Versuche.',
  },
  name: {
    denied: 'Ihre Rolle darf Empfänger nicht benennen',
    add: 'Benennen',
    change: 'Umbenennen',
    title: 'Name des Empfängers',
    label: 'Name',
    help: 'Die Konsole zeigt ihn vor der Adresse. Ohne Namen zeigt sie nur die Adresse.',
    save: 'Speichern',
  },
  retry: {
    since: 'Erstellt seit',
    days: 'Fehlgeschlagene Zustellungen nach Tagen',
    sinceDay: (day) => `Seit ${day}`,
    ofDay: (count) => `${count} an diesem Tag`,
    none: 'Seitdem wurde keine fehlgeschlagene Zustellung an diesen Empfänger erstellt.',
    older: (count) =>
      `${counted(count, 'ältere fehlgeschlagene Zustellung ist', 'ältere fehlgeschlagene Zustellungen sind')} nicht enthalten.`,
    includeOlder: 'Alle einschließen',
    whenResumed: 'Sie werden gesendet, sobald Sie die Zustellungen fortsetzen.',
  },
  notFound: 'Empfänger nicht gefunden',
  allReceivers: 'Alle Empfänger anzeigen',
};
