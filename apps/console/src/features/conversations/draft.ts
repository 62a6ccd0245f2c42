import { useState } from 'react';
import { useSession } from '../../lib/session/session.js';
import type { HeldKey, KeyStorage } from '../../lib/storage/draft-key.js';
import { readTab, writeTab } from '../../lib/storage/tab-storage.js';

interface Stored {
  readonly text: string;
  /** The idempotency key of the last attempt, so that a retry after a reload has one effect. Null: no attempt is open. */
  readonly held: HeldKey | null;
}

/** The unsent text of the signed-in operator for a channel. The tab keeps it until it is sent, deleted or the operator signs out. */
export function useDraft(channelId: string): {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly keys: KeyStorage;
} {
  const { operator } = useSession();
  const name = `draft-${operator.id}-${channelId}`;
  const [text, setText] = useState(() => read(name).text);
  return {
    text,
    setText(next) {
      setText(next);
      write(name, { ...read(name), text: next });
    },
    keys: {
      read: () => read(name).held,
      write: (held) => write(name, { ...read(name), held }),
    },
  };
}

function read(name: string): Stored {
  return { text: '', held: null, ...(readTab(name) as Stored | null) };
}

function write(name: string, draft: Stored): void {
  writeTab(name, draft.text === '' ? null : draft);
}
