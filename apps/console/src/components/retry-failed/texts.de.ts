import { counted } from '../../lib/counted.js';
import type { t } from './texts.js';

export const german: typeof t = {
  open: 'Fehlgeschlagene wiederholen',
  denied: 'Ihre Rolle darf Zustellungen nicht wiederholen',
  title: 'Fehlgeschlagene Zustellungen wiederholen',
  count: (count) => counted(count, 'fehlgeschlagene Zustellung', 'fehlgeschlagene Zustellungen'),
  text: (count) =>
    `{deliveries} ${count === 1 ? 'wird' : 'werden'} mit derselben Event-ID und demselben Body wiederholt. Der Zeitplan der Versuche beginnt von vorn.`,
  cancel: 'Abbrechen',
  nothing: 'Es gibt nichts zu wiederholen',
  action: (count) => (count === 0 ? 'Wiederholen' : `${counted(count, 'Zustellung', 'Zustellungen')} wiederholen`),
  done: (count) => `${counted(count, 'Zustellung wird', 'Zustellungen werden')} wiederholt.`,
};
