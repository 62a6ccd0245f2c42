import { createContext, useContext } from 'react';
import type { LiveStand } from './live.js';

export const LiveStandContext = createContext<LiveStand>({ status: 'connecting', since: 0 });

/** How the event stream of this page stands, and since when. */
export const useLiveStand = (): LiveStand => useContext(LiveStandContext);
