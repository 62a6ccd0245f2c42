import { formatNumber } from '../../../lib/language/locale.js';
import type { t } from './texts.js';

export const german: typeof t = {
  action: {
    title: 'Was ausgeführt wird',
    says: 'Der Agent sagt',
    risk: { low: 'Geringes Risiko', medium: 'Mittleres Risiko', high: 'Hohes Risiko' },
    args: 'Argumente',
    drawn: 'Argumente, die die Regel zeigt',
    empty: '(leer)',
    less: 'Weniger anzeigen',
    all: (characters) => `Alle ${formatNumber(characters)} Zeichen anzeigen`,
  },
  addPerson: 'Als Person hinzufügen',
  addPersonNamed: (name) => `Als Person hinzufügen: ${name}`,
  steps: {
    done: (step) => `Ohne Entscheidung: ${step}`,
    unsure: (step) => `Ohne Entscheidung, sofern nicht zurückgehalten: ${step}`,
  },
  posts: {
    title: 'Chats',
    help: 'Die Anfrage steht in mehreren Chats. Die erste Antwort schließt alle ihre Nachrichten.',
    failed: 'Nicht gesendet',
    closed: 'Geschlossen',
    posting: 'Wird gesendet',
    posted: 'Gesendet',
    uninspectable: 'Konnte nicht die ganze Aktion zeigen: Keine Antwort aus diesem Chat lässt sie zu.',
    answerHere: 'Antworten Sie stattdessen hier.',
  },
  notes: {
    title: 'Notizen des Agenten',
    kinds: { progress: 'In Arbeit', done: 'Erledigt', failed: 'Fehlgeschlagen' },
  },
  facts: {
    approvers: 'Antwortberechtigt',
    requester: 'Angefordert von',
    notVerified: 'Wie der Agent sagt: nicht geprüft',
    policy: 'Richtlinie',
    rule: 'Regel',
    grant: 'Dauerfreigabe',
    openGrant: 'Was sie erlaubt und bis wann',
  },
  votes: {
    title: 'Stimmen',
    progress: (count, needed) => `${count} von ${needed} Stimmen`,
    tally: (count, needed) => `${count} von ${needed}`,
    tallyOf: (choice, count, needed) => `${choice} ${count} von ${needed}`,
  },
};
