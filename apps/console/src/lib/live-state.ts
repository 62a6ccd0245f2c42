import { createContext, useContext } from 'react';
import type { LiveState } from './live.js';

export const LiveStateContext = createContext<LiveState>({ status: 'connecting', since: 0 });

/** How the event stream of this page stands, and since when. */
export const useLiveState = (): LiveState => useContext(LiveStateContext);
