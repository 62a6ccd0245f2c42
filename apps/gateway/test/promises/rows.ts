import { additions } from './additions.js';
import { decisions } from './decisions.js';
import { endpoints } from './endpoints.js';
import { resources } from './resources.js';
import type { Row } from './row.js';

/** Everything that the interface promises, beside what proves it. */
export const rows: readonly Row[] = [...resources, ...endpoints, ...decisions, ...additions];
