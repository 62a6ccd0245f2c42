import { counted } from '../../counted.js';
import type { t } from './texts.js';

export const german: typeof t = {
  values: {
    enterValue: 'Geben Sie einen Wert ein.',
    chooseValue: 'Wählen Sie einen der Werte.',
    enterEmail: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.',
    enterUrl: 'Geben Sie eine URL ein, zum Beispiel https://agent.example.com/events.',
    tooShort: (least) => `Geben Sie mindestens ${least} Zeichen ein.`,
    tooLong: (most) => `Geben Sie höchstens ${most} Zeichen ein.`,
    tooFew: (least) => `Wählen Sie mindestens ${least} aus.`,
    tooMany: (most) => `Wählen Sie höchstens ${most} aus.`,
    tooSmall: (least) => `Geben Sie eine Zahl von mindestens ${least} ein.`,
    tooLarge: (most) => `Geben Sie eine Zahl von höchstens ${most} ein.`,
  },
  weakPassword: {
    common: 'Dies ist eines der häufigsten Passwörter. Verwenden Sie einige zufällige Wörter.',
    repeated: 'Dieses Passwort wiederholt wenige Zeichen. Verwenden Sie einige zufällige Wörter.',
    sequence:
      'Dieses Passwort ist überwiegend eine Folge benachbarter Tasten, Buchstaben oder Ziffern. Verwenden Sie einige zufällige Wörter.',
    known_words:
      'Dieses Passwort ist überwiegend ein Wort, das andere zuerst versuchen, zum Beispiel Ihr Name, Ihre E-Mail-Adresse oder der Name dieses Produkts. Verwenden Sie einige zufällige Wörter.',
  },
  passkeys: {
    cancelled:
      'Es wurde kein Passkey verwendet: Das Dialogfenster des Browsers wurde geschlossen oder ist abgelaufen. Versuchen Sie es erneut.',
    onThisDevice: 'Auf diesem Gerät ist bereits einer Ihrer Passkeys.',
    failed: 'Der Browser konnte keinen Passkey verwenden. Versuchen Sie es mit einem anderen Browser oder Gerät.',
    notSupported: 'Dieser Browser unterstützt keine Passkeys. Verwenden Sie einen neueren.',
    ipAddress:
      'Passkeys benötigen einen Hostnamen, Sie haben die Konsole aber unter einer IP-Adresse geöffnet. Öffnen Sie sie unter dem Hostnamen des Rechners, über https.',
    notHttps: 'Passkeys benötigen https, Sie haben die Konsole aber über http geöffnet.',
    otherAddress: (url) =>
      `Passkeys funktionieren nur unter einer Adresse. Öffnen Sie dafür die Konsole unter ${url ?? 'ihrer öffentlichen Adresse'}.`,
    passwordsOff: 'Operatoren melden sich nur über den OpenID-Anbieter an.',
  },
  push: {
    needsHttps:
      'Benachrichtigungen benötigen https. Öffnen Sie die Konsole unter ihrer https-Adresse oder auf dem Rechner des Gateways unter http://localhost.',
    homeScreen:
      'Fügen Sie die Konsole auf einem iPhone oder iPad zuerst zum Home-Bildschirm hinzu: Tippen Sie auf „Teilen“ und dann auf „Zum Home-Bildschirm“. Öffnen Sie sie danach von dort.',
    notSupported:
      'Dieser Browser oder dieses private Fenster unterstützt keine Benachrichtigungen. Verwenden Sie eine aktuelle Version von Chrome, Edge, Firefox oder Safari.',
    blocked:
      'Dieser Browser blockiert Benachrichtigungen der Konsole. Erlauben Sie sie in den Website-Einstellungen neben der Adresse und laden Sie die Seite neu.',
    notAllowed: 'Die Benachrichtigungen wurden im Dialogfenster des Browsers nicht erlaubt.',
  },
  userAgent: {
    browserOn: (browser, system) => `${browser} unter ${system}`,
    unknown: 'Unbekannter Browser',
  },
  policy: {
    seconds: (count) => counted(count, 'Sekunde', 'Sekunden'),
    minutes: (count) => counted(count, 'Minute', 'Minuten'),
    hours: (count) => counted(count, 'Stunde', 'Stunden'),
    days: (count) => counted(count, 'Tag', 'Tage'),
    approvals: (count) =>
      count === 1
        ? '1 Person muss zustimmen oder eine Option wählen.'
        : `${count} Personen müssen zustimmen oder dieselbe Option wählen.`,
    rejections: (count) => (count === 1 ? '1 Person kann ablehnen.' : `${count} Personen können gemeinsam ablehnen.`),
    noRequester: 'Die Person, für die der Agent handelt, darf nicht antworten.',
    after: (time, step) => `${time} ohne Entscheidung: ${step}.`,
    pause: (time) => `Solange sich jemand um die Anfrage kümmert, wartet ein Schritt höchstens ${time}.`,
    reminder: 'Erinnerung als Antwort auf die Anfrage',
    posted: (channels) => `Anfrage zusätzlich in ${channels}`,
    postedAndOpened: (channels, approvers) =>
      `Anfrage zusätzlich in ${channels}; außerdem antwortberechtigt: ${approvers}`,
    expires: 'Ohne rechtzeitige Entscheidung läuft die Anfrage ab.',
    answers: (option) => `Ohne rechtzeitige Entscheidung wird die Anfrage mit „${option}“ beantwortet.`,
    approves: 'Ohne rechtzeitige Entscheidung gilt die Anfrage als genehmigt.',
    rejects: 'Ohne rechtzeitige Entscheidung gilt die Anfrage als abgelehnt.',
  },
  promptBadge: {
    pending: 'Offen',
    answered: 'Beantwortet',
    takenBack: 'Zurückgenommen',
    ttl: 'Abgelaufen',
    cancelled: 'Abgebrochen',
    undeliverable: 'Nicht zugestellt',
  },
  snippets: {
    text: 'Version 42 ausrollen?',
    options: ['Ausrollen', 'Warten'],
    curl: 'Erstellt eine Anfrage und wartet bis zu 50 Sekunden auf die Antwort. Ersetzen Sie 12 durch die Nummer in prompt_id aus der ersten Antwort.',
    typescript: 'Verwendet nur fetch. Speichern Sie den Schlüssel in der Umgebungsvariablen GATEWAY_API_KEY.',
    n8n: 'Kopieren Sie den Text, und fügen Sie ihn in einen Workflow ein. Ein Knoten erstellt die Anfrage, einer wartet auf die Antwort, und einer prüft, ob die Antwort zu dieser Anfrage gehört. Verwenden Sie für jede weitere Anfrage ein anderes Suffix als approval.',
  },
  deliveryStates: { pending: 'In Warteschlange', delivered: 'Zugestellt', dead: 'Fehlgeschlagen' },
  receiverStates: {
    paused: 'Pausiert',
    ok: 'In Ordnung',
    lastFailed: 'Letzter Versuch fehlgeschlagen',
    failing: 'Gestört',
  },
  actors: {
    you: 'Sie',
    operator: 'ein Operator',
    formerOperator: 'ein ehemaliger Operator',
    apiKey: 'ein API-Schlüssel',
    key: (name) => `Schlüssel „${name}“`,
    keyById: (id) => `Schlüssel ${id}`,
  },
};
