export type { Caller } from '../caller.js';
