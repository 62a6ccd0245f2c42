import { createContext, useContext } from 'react';

/** `lost`: the server does not respond; the data on the page may be old. */
export type LiveStatus = 'connecting' | 'live' | 'lost';

export interface LiveState {
  readonly status: LiveStatus;
  /** Unix milliseconds. For `lost`: when the server last sent something. */
  readonly since: number;
}

export const LiveStateContext = createContext<LiveState>({ status: 'connecting', since: 0 });

/** The state of this page's event stream. */
export const useLiveState = (): LiveState => useContext(LiveStateContext);
