import type { t } from './texts.js';

export const german: typeof t = {
  keys: 'Pfeiltasten oder Tippen zeigen die Zahlen eines Balkens. Die Tabelle darunter enthält alle Zahlen.',
  table: 'Als Tabelle anzeigen',
  numbers: 'Zahlen',
};
