import { byFolder } from './by-folder.js';

/** The German texts, by folder. */
export const translations = byFolder(import.meta.glob<object>('../**/texts.de.ts', { eager: true, import: 'german' }));
