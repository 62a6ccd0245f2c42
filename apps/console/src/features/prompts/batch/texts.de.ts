import { counted } from '../../../lib/counted.js';
import { formatNumber } from '../../../lib/locale.js';
import type { t } from './texts.js';

const prompts = (count: number) => counted(count, 'Anfrage', 'Anfragen');

export const german: typeof t = {
  bar: {
    label: 'Ausgewählte Anfragen',
    selected: (count) => `${prompts(count)} ausgewählt`,
    clear: 'Auswahl aufheben',
    answer: (count) => `{answer} (${formatNumber(count)})`,
    mixed: 'Nur Anfragen mit denselben Antworten lassen sich gemeinsam beantworten.',
    widen: (count) => `Die ${count} wie die erste auswählen`,
    narrow: (count) => (count === 1 ? 'Nur die erste auswählen' : `Nur die ${count} wie die erste auswählen`),
  },
  dialog: {
    title: (count) => `${prompts(count)} mit „{answer}“ beantworten?`,
    help: 'Die Antwort wird sofort gesendet und kann nicht rückgängig gemacht werden.',
    more: (count) => `und ${formatNumber(count)} weitere`,
    progress: (done, all) => `${formatNumber(done)} von ${formatNumber(all)}`,
    cancel: 'Abbrechen',
    send: (count) => `${counted(count, 'Antwort', 'Antworten')} senden`,
    stopped: (answered, all) =>
      `Angehalten: ${formatNumber(answered)} von ${prompts(all)} beantwortet. Die übrigen wurden nicht gesendet oder nicht angenommen.`,
  },
  result: {
    title: 'Ergebnis',
    answered: (count) => `${prompts(count)} beantwortet.`,
    answeredExcept: (count, refused) => `${prompts(count)} beantwortet, ${formatNumber(refused)} nicht angenommen.`,
    refused: 'Nicht angenommen',
    done: 'Fertig',
  },
};
