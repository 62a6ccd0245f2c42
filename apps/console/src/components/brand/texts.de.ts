import type { t } from './texts.js';

export const german: typeof t = {
  product: 'Gateway',
};
