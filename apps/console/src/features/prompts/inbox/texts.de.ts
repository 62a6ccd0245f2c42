import { counted } from '../../../lib/counted.js';
import { formatNumber } from '../../../lib/language/locale.js';
import type { t } from './texts.js';

export const german: typeof t = {
  menu: {
    title: 'Optionen zum Antworten',
    scope: 'In diesem Browser',
    openNext: 'Erste Anfrage öffnen, nach einer Antwort die nächste',
    waitForUndo: 'Vor dem Senden 5 Sekunden warten (Rückgängig)',
  },
  ending: {
    never: 'läuft nicht ab',
    expires: 'läuft {time} ab',
    urgent: 'Dringend:',
  },
  undo: {
    sentIn: (target, seconds) => `{answer} für ${target} wird in ${seconds} s gesendet`,
    announced: (answer, target) => `${answer} für ${target} wird in 5 Sekunden gesendet.`,
    moreBefore: (count) => `und davor ${formatNumber(count)} weitere`,
    undo: 'Rückgängig',
    shortcut: 'Letzte Antwort rückgängig machen',
  },
  closed: {
    answered: 'Jemand anderes hat die Anfrage zuvor beantwortet.',
    cancelled: 'Die Anfrage wurde zuvor abgebrochen.',
    expired: 'Die Anfrage ist zuvor abgelaufen.',
    slept: 'Diese Seite war inaktiv, als die Antwort gesendet werden sollte. Sie wurde nicht gesendet.',
  },
  failed: {
    refused: (target) => `Ihre Antwort „{answer}“ auf ${target} wurde nicht angenommen.`,
    notSent: (target) => `Ihre Antwort „{answer}“ auf ${target} wurde nicht gesendet.`,
    list: 'Nicht beantwortet',
    dismiss: 'Ausblenden',
    open: (id) => `${id} öffnen`,
    retry: 'Wiederholen',
  },
  prompts: (count) => counted(count, 'Anfrage', 'Anfragen'),
  answered: (count) => `${counted(count, 'Anfrage', 'Anfragen')} beantwortet.`,
  unsent: {
    text: (count) =>
      count === 1
        ? 'Ihre Antwort auf {prompts} wurde nicht gesendet, weil die Seite geschlossen wurde. Antworten Sie erneut.'
        : 'Ihre Antworten auf {prompts} wurden nicht gesendet, weil die Seite geschlossen wurde. Antworten Sie erneut.',
    dismiss: 'Ausblenden',
  },
};
