import { createContext, useContext } from 'react';

interface Inbox {
  /** Opens the prompt after this one, where the list is next to it and the preference says so. */
  readonly openNext: (num: number) => void;
  /** Whether the prompt was opened by `openNext`, so that its heading takes the focus. True once. */
  readonly takeFocus: () => boolean;
}

export const InboxContext = createContext<Inbox>({ openNext: () => undefined, takeFocus: () => false });
export const useInbox = (): Inbox => useContext(InboxContext);
