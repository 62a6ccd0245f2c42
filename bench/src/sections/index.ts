import type { Section } from '../section.js';
import { channels } from './channels.js';
import { events } from './events.js';
import { instances } from './instances.js';
import { requests } from './requests.js';
import { starting } from './starting.js';

/** Every section, in the order in which they run. */
export const sections: readonly Section[] = [requests, events, instances, starting, channels];
