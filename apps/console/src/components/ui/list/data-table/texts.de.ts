import type { t } from './texts.js';

export const german: typeof t = {
  loadingAll: 'Alle Zeilen werden zum Sortieren geladen …',
  sortedPart: (rows) => `Nur die ersten ${rows} Zeilen sind geladen und sortiert. Weitere finden Sie mit den Filtern.`,
  notSorted: 'Es konnten nicht alle Zeilen geladen werden. Sortiert sind nur die angezeigten.',
};
