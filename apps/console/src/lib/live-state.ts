import { createContext, useContext } from 'react';
import type { LiveState } from './live.js';

export const LiveStateContext = createContext<LiveState>({ status: 'connecting', since: 0 });

/** The state of this page's event stream. */
export const useLiveState = (): LiveState => useContext(LiveStateContext);
