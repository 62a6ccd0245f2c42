import type { t } from './texts.js';

export const german: typeof t = {
  readOnly:
    'Ihre Rolle darf die Anleitungen lesen, aber keine Kanäle hinzufügen. Wenden Sie sich an einen Inhaber oder Operator.',
  continue: 'Weiter',
  missing: (fields) => `Fehlende Angaben: ${fields}.`,
  fillIn: (fields) => `Füllen Sie aus: ${fields}`,
  steps: {
    label: 'Schritte',
    platform: 'Plattform',
    guide: 'Anleitung',
    connect: 'Verbinden',
    answers: 'Zweck',
    done: 'Erledigt',
  },
  platform: {
    title: 'Plattform auswählen',
    none: 'Keine Plattform ist installiert',
    noneHelp: 'Dieses Gateway hat keinen Plattform-Adapter. Installieren Sie einen, und starten Sie das Gateway neu.',
    needsUrl: 'Benötigt eine öffentliche URL',
    noInbound: 'Kein eingehender Zugriff nötig',
    noUrl: 'Funktioniert ohne öffentliche URL',
    noAccount: 'Noch kein Konto? {link}',
    tryIt: 'Simulierten Chat ausprobieren',
  },
  id: {
    label: 'Kanal-ID',
    help: 'Agenten verwenden diese ID. Sie ist Teil der Webhook-URL und kann später nicht geändert werden.',
    enter: 'Geben Sie eine Kanal-ID ein.',
    invalid: 'ist ungültig',
    taken: 'Ein Kanal mit dieser ID ist bereits vorhanden und möglicherweise inaktiv. Wählen Sie eine andere ID.',
  },
  guideHelp: 'Folgen Sie jetzt der Anleitung. Sie können sie im nächsten Schritt erneut öffnen.',
  connect: {
    credentials: 'Zugangsdaten',
    credentialsHelp:
      'Sie werden beim Speichern des Kanals verschlüsselt und nie wieder angezeigt. Sie können eine ganze Nachricht oder mehrere Werte auf einmal in ein beliebiges Feld einfügen.',
    guide: 'Anleitung',
    required: (label) => `${label} ist erforderlich.`,
    recognised: (labels) => `Im eingefügten Text erkannt: ${labels}.`,
    target: 'Ziel-Chat',
    targetHelp: (platform) => `Der Chat in ${platform}, mit dem der Kanal verbunden wird.`,
  },
  target: {
    mayNot: 'Ihre Rolle darf nicht nach Chats suchen',
    needsCredentials: 'Füllen Sie zuerst die Zugangsdaten aus',
    detect: 'Erkennen',
    unusual: (platform) =>
      `Dies sieht nicht wie eine ID von ${platform} aus, zum Beispiel {example}. Prüfen Sie unten das Ergebnis des Tests.`,
    none: 'Kein Chat gefunden. Senden Sie dem Bot eine Nachricht in dem Chat, den Sie verbinden möchten, und wählen Sie erneut „Erkennen“.',
    recent: 'Letzte Chats des Bots',
    usedByOne:
      'Ein aktiver Kanal verwendet diesen Chat bereits: {channels}. Mit denselben Zugangsdaten gehen Nachrichten aus dem Chat nur an einen Nachrichtenkanal.',
    usedByMany:
      'Aktive Kanäle verwenden diesen Chat bereits: {channels}. Mit denselben Zugangsdaten gehen Nachrichten aus dem Chat nur an einen Nachrichtenkanal.',
  },
  test: {
    title: 'Test',
    start: 'Testen',
    running: 'Test läuft',
    passed: 'Test bestanden',
    failed: 'Test fehlgeschlagen',
    waits: (fields) =>
      `Startet automatisch, wenn alle Felder ausgefüllt sind. Fehlende Angaben: ${fields}. Der Test speichert nichts.`,
    with: (platform) => `Test mit ${platform} läuft …`,
    seeField: 'Siehe das Feld oben.',
  },
  purpose: {
    type: 'Typ',
    question: 'Wofür ist der Kanal?',
    promptHelp:
      'Agenten stellen Anfragen. Personen drücken eine Schaltfläche oder schreiben eine Antwort. Jede Anfrage kann eine eigene Callback-URL haben.',
    messageHelp: 'Nachrichten von Personen gehen an die Callback-URL. Agenten können jederzeit Nachrichten senden.',
    callback: 'Callback',
    promptCallback: 'Wird für Anfragen nicht verwendet: Jede Anfrage hat ihre eigene Callback-URL.',
    messageCallback: 'Jede Nachricht einer Person wird signiert an diese URL gesendet.',
    whoAnswers: 'Wer antwortet',
    review: 'Überprüfen',
    platform: 'Plattform',
    noTarget: 'fehlt',
    fillIn: 'Ausfüllen',
    save: 'Kanal speichern',
  },
};
