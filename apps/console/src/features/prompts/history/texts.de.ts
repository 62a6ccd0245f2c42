import { counted } from '../../../lib/counted.js';
import { formatNumber } from '../../../lib/language/locale.js';
import type { t } from './texts.js';

export const german: typeof t = {
  label: 'Aufzeichnungen des Gateways:',
  same: (count, days) =>
    `Gleiche Aktion wie in ${counted(count, 'Anfrage', 'Anfragen')} der letzten ${days} Tage, genehmigt von {names}`,
  sameAtLeast: (count, days) =>
    `Gleiche Aktion wie in mindestens ${counted(count, 'Anfrage', 'Anfragen')} der letzten ${days} Tage, genehmigt von {names}`,
  like: 'Wie {prompt}, {time} von {names} genehmigt, außer:',
  none: (days) => `Personen haben keine solche Anfrage der letzten ${days} Tage genehmigt`,
  noneAmong: (count) =>
    `Personen haben keine solche Anfrage unter den letzten ${formatNumber(count)} beantworteten des Kanals genehmigt`,
  otherNames: (count) => counted(count, 'weiteren Person', 'weiteren Personen'),
  changedTo: 'geändert in',
  absent: 'nicht angegeben',
  more: (count) => `und ${formatNumber(count)} weitere`,
};
