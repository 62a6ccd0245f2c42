import type { t } from './texts.js';

export const german: typeof t = {
  title: 'Wer sich darum kümmert',
  none: 'Noch niemand kümmert sich darum',
  has: '{name} kümmert sich darum, seit {time}',
  you: 'Sie kümmern sich darum, seit {time}',
  mark: (name) => `${name} kümmert sich darum`,
  take: 'Ich kümmere mich',
  shortcut: 'Ich kümmere mich: die geöffnete Anfrage übernehmen',
  release: 'Zuordnung aufheben',
  handOver: 'Übergeben…',
  dialog: {
    title: (id) => `${id} übergeben`,
    help: 'Die Chats der Anfrage erfahren davon. Andere können sie weiterhin beantworten.',
    person: 'Person',
    missing: 'Wählen Sie zuerst eine Person',
    submit: 'Übergeben',
  },
  steps: {
    title: 'Kommende Schritte, solange es keine Entscheidung gibt',
    held: 'Zurückgehalten, ursprünglich {time}.',
    remindNow: 'Jetzt erinnern',
    escalateNow: 'Jetzt eskalieren',
  },
};
