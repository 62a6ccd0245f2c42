import type { Section } from '../section.js';
import { agents } from './agents.js';
import { bots } from './bots.js';
import { channels } from './channels.js';
import { counts } from './counts.js';
import { events } from './events.js';
import { growth } from './growth.js';
import { instances } from './instances.js';
import { options } from './options.js';
import { profile } from './profile.js';
import { readers } from './readers.js';
import { requests } from './requests.js';
import { search } from './search.js';
import { starting } from './starting.js';
import { statistics } from './statistics.js';
import { writes } from './writes.js';

/** Every section, in the order in which they run. */
export const sections: readonly Section[] = [
  requests,
  counts,
  events,
  instances,
  readers,
  starting,
  agents,
  channels,
  bots,
  growth,
  options,
  search,
  statistics,
  writes,
  profile,
];
