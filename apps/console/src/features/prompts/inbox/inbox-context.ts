import { createContext, useContext } from 'react';

interface Inbox {
  /** Opens the prompt after this one, where the list stands beside it and the preference says so. */
  readonly openNext: (num: number) => void;
}

export const InboxContext = createContext<Inbox>({ openNext: () => undefined });
export const useInbox = (): Inbox => useContext(InboxContext);
