import { counted } from '../../../lib/counted.js';
import { formatNumber } from '../../../lib/language/locale.js';
import type { t } from './texts.js';

const prompts = (count: number) => counted(count, 'Anfrage', 'Anfragen');

export const german: typeof t = {
  bar: {
    label: 'Ausgewählte Anfragen',
    selected: (count) => `${prompts(count)} ausgewählt`,
    clear: 'Auswahl aufheben',
    answer: (count) => `{answer} (${formatNumber(count)})`,
    mixed:
      'Nur Anfragen desselben Kanals mit derselben Aktion, demselben Risiko, derselben Richtlinie und denselben Antworten lassen sich gemeinsam beantworten.',
    widen: (count) => `Die ${count} wie die erste auswählen`,
    narrow: (count) => (count === 1 ? 'Nur die erste auswählen' : `Nur die ${count} wie die erste auswählen`),
  },
  dialog: {
    title: (count) => `${prompts(count)} mit „{answer}“ beantworten?`,
    help: 'Die Antwort wird sofort gesendet und kann nicht rückgängig gemacht werden.',
    undoHelp: 'Sie können die Antworten 5 Sekunden lang rückgängig machen. Danach werden sie gesendet.',
    channel: 'Kanal',
    questions: 'Anfragen und die Argumente, in denen sie sich unterscheiden',
    question: 'Anfrage',
    more: (count) => `und ${formatNumber(count)} weitere`,
    moreArguments: (count) =>
      `${counted(count, 'weiteres Argument unterscheidet', 'weitere Argumente unterscheiden')} sich. Öffnen Sie eine Anfrage, um alle zu sehen.`,
    cancel: 'Abbrechen',
    send: (count) => `${counted(count, 'Antwort', 'Antworten')} senden`,
  },
};
