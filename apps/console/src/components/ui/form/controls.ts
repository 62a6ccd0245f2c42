import { later } from '../../../lib/load/later.js';
import { explained } from '../../../lib/load/lazy-page.js';

/** Radix, which is loaded after the first view: no dialog or menu is open before. */
export const controls = later(() => import('../radix.js').catch(explained));
