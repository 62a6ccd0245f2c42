import { counted } from '../../lib/counted.js';
import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Aufbewahrung',
  help: 'Wie lange Datensätze aufbewahrt werden. Offene Anfragen und nicht zugestellte Callbacks werden nie gelöscht.',
  onlyOwners: 'Nur Inhaber können die Aufbewahrung ändern',
  viewOnly: 'Sie können diese Einstellungen ansehen. Nur Inhaber können sie ändern.',
  correctDays: 'Korrigieren Sie zuerst die Anzahl der Tage',
  noChanges: 'Es gibt keine Änderungen zu speichern',
  loadingPreview: 'Vorschau wird geladen',
  correctForPreview: 'Korrigieren Sie die Anzahl der Tage, um eine Vorschau zu sehen.',
  reset: 'Zurücksetzen',
  save: 'Speichern',
  saved: 'Gespeichert. Abgelaufene Datensätze werden im Hintergrund gelöscht.',
  daysIssue: (most) => `Geben Sie eine ganze Zahl von 1 bis ${most} ein.`,
  deleteAutomatically: 'Automatisch löschen',
  deletesNothing: 'Aus: Datensätze werden unbegrenzt aufbewahrt.',
  zeroRetention: 'Keine Aufbewahrung',
  zeroRetentionKeeps: 'Vorhandene Texte bleiben bis zum Ende ihrer Aufbewahrungsfrist gespeichert.',
  prompts: {
    title: 'Anfragen',
    help: 'Anfragen mit ihren Antworten, Zustellungen und Versuchen.',
    since: 'Tage nach Antwort, Ablauf oder Abbruch',
  },
  messages_inbound: {
    title: 'Eingehende Nachrichten',
    help: 'Nachrichten von Personen in Nachrichtenkanälen.',
    since: 'Tage nach dem Empfang',
    zeroHelp: 'Texte werden an die Callback-URL gesendet und nach der Zustellung nicht gespeichert.',
    zeroWarning:
      'Unterhaltungen zeigen keine neuen eingehenden Nachrichten. Der Text einer fehlgeschlagenen Zustellung geht verloren und kann nicht erneut gesendet werden.',
  },
  messages_outbound: {
    title: 'Ausgehende Nachrichten',
    help: 'Nachrichten von Agenten und Operatoren in Nachrichtenkanälen.',
    since: 'Tage nach dem Senden',
    zeroHelp: 'Texte werden im Chat veröffentlicht und nicht gespeichert.',
    zeroWarning: 'Unterhaltungen zeigen keine neuen ausgehenden Nachrichten.',
  },
  audit: {
    title: 'Audit-Log und beendete API-Schlüssel',
    help: 'Einträge des Audit-Logs und API-Schlüssel, die widerrufen wurden oder abgelaufen sind. Jede Löschung hinterlässt einen Eintrag im Audit-Log.',
    since: 'Tage nach dem Eintrag oder dem Ende des Schlüssels',
  },
  confirm: {
    title: 'Abgelaufene Datensätze löschen?',
    action: 'Speichern und löschen',
    loss: 'Beim Speichern wird sofort gelöscht: {records}. Weitere Datensätze werden gelöscht, sobald ihre Aufbewahrungsfrist endet.',
    unknownLoss:
      'Die Vorschau konnte nicht geladen werden. Beim Speichern werden alle Datensätze gelöscht, deren Aufbewahrungsfrist abgelaufen ist.',
    final: 'Das kann nicht rückgängig gemacht werden.',
  },
  preview: {
    failed: (reason) => `Die Vorschau konnte nicht geladen werden. ${reason}`,
    tryAgain: 'Erneut versuchen',
    saving: 'Beim Speichern wird gelöscht: {records}.',
    savingNothing: 'Beim Speichern wird jetzt nichts gelöscht.',
    nextRun: 'Der nächste Lauf löscht: {records}.',
    nextRunNothing: 'Derzeit ist nichts zu löschen.',
    noRun: 'Die Bereinigung ist noch nicht gelaufen. Sie läuft stündlich und nach jeder Änderung.',
    lastRun: (prompts, messages) =>
      `Letzter Lauf {time}: ${counted(prompts, 'Anfrage', 'Anfragen')} und ${counted(messages, 'Nachricht', 'Nachrichten')} gelöscht. Die Bereinigung läuft stündlich und nach jeder Änderung.`,
  },
  count: {
    prompts: (count) => counted(count, 'Anfrage', 'Anfragen'),
    messages_inbound: (count) => counted(count, 'eingehende Nachricht', 'eingehende Nachrichten'),
    messages_outbound: (count) => counted(count, 'ausgehende Nachricht', 'ausgehende Nachrichten'),
    audit: (count) => counted(count, 'Eintrag des Audit-Logs', 'Einträge des Audit-Logs'),
  },
};
