import { catalogue } from '../lib/language/language.js';

export const t = catalogue('app', {
  skip: 'Skip to content',
  incomplete: 'The gateway is not responding. Trying again.',
});
