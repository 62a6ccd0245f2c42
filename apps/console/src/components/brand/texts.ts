import { catalogue } from '../../lib/language.js';

export const t = catalogue('components/brand', {
  product: 'Gateway',
});
