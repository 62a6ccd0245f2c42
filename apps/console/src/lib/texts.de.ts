import { counted } from './counted.js';
import type { t } from './texts.js';

export const german: typeof t = {
  now: 'jetzt',
  ms: 'ms',
  s: 's',
  min: 'min',
  h: 'h',
  d: 'd',
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
  policy: {
    seconds: (count) => counted(count, 'Sekunde', 'Sekunden'),
    minutes: (count) => counted(count, 'Minute', 'Minuten'),
    hours: (count) => counted(count, 'Stunde', 'Stunden'),
    days: (count) => counted(count, 'Tag', 'Tage'),
    approvals: (count) =>
      count === 1
        ? 'Eine Person muss zustimmen oder eine Option wählen.'
        : `${count} Personen müssen zustimmen oder dieselbe Option wählen.`,
    rejections: (count) =>
      count === 1 ? 'Eine Person kann ablehnen.' : `${count} Personen können gemeinsam ablehnen.`,
    noRequester: 'Die Person, für die der Agent handelt, darf nicht antworten.',
    after: (time, step) => `${time} ohne Entscheidung: ${step}.`,
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
};
