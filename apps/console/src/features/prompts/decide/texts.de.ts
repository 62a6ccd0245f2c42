import type { t } from './texts.js';

export const german: typeof t = {
  decisions: 'Entscheidungen',
  choose: (label) => `„${label}“ wählen (Enter sendet)`,
  response: 'Ihre Rückmeldung',
  reason: 'Begründung',
  reasonHelp: 'Der Agent bittet um eine Begründung.',
  sendDecision: 'Entscheidung senden',
  sendVote: 'Stimme abgeben',
  voteSentAs: (name) => `Wird als ${name} gesendet. Sie können Ihre Stimme ändern, solange die Anfrage offen ist.`,
  decisionSentAs: (name) =>
    `Wird als ${name} gesendet. Eine Entscheidung ist endgültig und schließt die Anfrage im Chat.`,
  cannotAnswer: 'Ihre Rolle darf Anfragen lesen, aber nicht beantworten',
  missing: {
    decision: 'Wählen Sie zuerst eine Entscheidung',
    response: 'Geben Sie zuerst eine Rückmeldung ein',
    correction: 'Korrigieren Sie zuerst die Argumente',
    change: 'Ändern Sie zuerst ein Argument',
  },
  grantCovers: (labels, count, covers) =>
    `${labels} ${count > 1 ? 'erlauben' : 'erlaubt'} auch diese Aktionen: ${covers}`,
  args: {
    legend: 'Zu verwendende Argumente',
    json: 'Argumente als JSON',
    toJson: 'Als JSON bearbeiten',
    toFields: 'In Feldern bearbeiten',
    hidden: (text) => `Mit verborgenen Zeichen: ${text}`,
    unknown: (key) => `Es gibt kein Argument „${key}“.`,
    invalid: (key, problem) => `„${key}“: ${problem}`,
    notObject: 'Geben Sie ein JSON-Objekt ein, zum Beispiel {"key": "value"}.',
    enter: {
      string: 'Geben Sie einen Text ein.',
      number: 'Geben Sie eine Zahl ein.',
      boolean: 'Geben Sie true oder false ein.',
      list: 'Geben Sie eine JSON-Liste ein.',
      object: 'Geben Sie ein JSON-Objekt ein.',
      other: 'Geben Sie einen JSON-Wert ein.',
      repeated: 'Ein Name kommt doppelt vor. Geben Sie ihn einmal an.',
      inexact: 'Diese Zahl würde nicht genau erhalten bleiben. Geben Sie höchstens 15 Ziffern ein.',
    },
  },
};
