import type { t } from './texts.js';

export const german: typeof t = {
  skip: 'Zum Inhalt springen',
  incomplete: 'Das Gateway antwortet nicht. Es wird erneut versucht.',
};
