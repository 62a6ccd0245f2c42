const MAX_WAIT_MS = 2000;
const MAX_KNOWN = 1000;

/**
 * Lets the parts of a question follow each other in order. WhatsApp delivers messages in any order unless the next one is posted after
 * the status of the last.
 * Source: https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-messages
 */
export function createSentOrder() {
  /** Ids with a status, latest last: a status can arrive before the reply to the post. */
  const known = new Set<string>();
  const waiting = new Map<string, () => void>();

  return {
    /** Called with each message of which any status arrived. */
    note(messageId: string): void {
      waiting.get(messageId)?.();
      known.add(messageId);
      for (const id of known) {
        if (known.size <= MAX_KNOWN) break;
        known.delete(id);
      }
    },
    /** Resolves when WhatsApp has reported any status of a message, after 2 s, or when `signal` aborts. */
    async reported(messageId: string, signal: AbortSignal | undefined): Promise<void> {
      if (known.has(messageId) || signal?.aborted) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, MAX_WAIT_MS);
        signal?.addEventListener('abort', () => resolve(), { once: true });
        waiting.set(messageId, () => {
          clearTimeout(timer);
          resolve();
        });
      });
      waiting.delete(messageId);
    },
  };
}

export type SentOrder = ReturnType<typeof createSentOrder>;
