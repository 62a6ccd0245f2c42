import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Erste Schritte',
  complete: 'Einrichtung abgeschlossen',
  completeHelp: 'Agenten erreichen jetzt Personen über dieses Gateway.',
  progress: (done) => `${done} von 4 Schritten erledigt.`,
  dismiss: 'Ausblenden',
  next: 'Nächster Schritt',
  done: 'Erledigt',
  addChannel: 'Kanal hinzufügen',
  sendPrompt: 'Testanfrage senden',
  createKey: 'Schlüssel für einen Agenten erstellen',
  askAsAgent: 'Als Agent eine Anfrage senden',
  channel: {
    help: 'Ein Kanal verbindet Agenten mit einem Chat. Das Hinzufügen dauert einige Minuten und erfordert ein Konto auf der Plattform.',
    simulated: 'Der simulierte Chat benötigt kein Konto.',
    add: 'Kanal hinzufügen',
    try: 'Ohne Konto ausprobieren',
    notAllowed: 'Ihre Rolle darf keine Kanäle hinzufügen',
  },
  prompt: {
    noChannel: 'Fügen Sie zuerst einen Kanal für Anfragen hinzu (Schritt 1).',
    target: 'Die Anfrage wird an {channel} gesendet. Beantworten Sie sie im Chat.',
  },
  key: {
    help: 'Ein Agent weist sich mit einem API-Schlüssel aus. Dieser Schlüssel kann Anfragen erstellen, Nachrichten senden und lesen und Kanäle verwalten.',
    notRequired:
      'Dieses Gateway verlangt von Agenten auf diesem Rechner keinen Schlüssel. Ein jetzt erstellter Schlüssel ist erforderlich, sobald USE_AUTH=true gesetzt ist.',
    name: 'Agent',
    copy: 'Schlüssel kopieren',
    shownOnce: 'Wird nur einmal angezeigt. Speichern Sie ihn für den Agenten, bevor Sie fortfahren.',
    choose: 'Name und Berechtigungen wählen',
    notAllowed: 'Ihre Rolle darf keine Schlüssel erstellen. Fragen Sie einen Owner.',
  },
  agent: {
    placeholder: 'Ersetzen Sie den Platzhalter durch den Schlüssel des Agenten.',
    included: 'Die Beispiele enthalten den neuen Schlüssel.',
    doneWhen: 'Dieser Schritt ist erledigt, wenn die erste Anfrage eines Agenten eintrifft.',
  },
  sandbox: {
    disabled: 'Der simulierte Chat ist deaktiviert. Starten Sie das Gateway mit {setting}, um ihn zu aktivieren.',
    help: 'Das Gateway simuliert eine Plattform und fügt einen Kanal mit einem Chat hinzu. Sie fragen als Agent und antworten als Person. Nichts verlässt diesen Rechner.',
    start: 'Simulierten Chat starten',
  },
};
