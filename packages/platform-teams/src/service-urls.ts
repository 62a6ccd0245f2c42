import type { TeamsContext } from './credentials.js';
import { rootOf } from './conversation.js';

/** The service address of each conversation. Microsoft has many regions, and each activity contains the address of its own. */
export interface ServiceUrls {
  /** Returns the address without trailing slash. */
  find(conversation: string): Promise<string>;
  /** Stores the address of a verified activity. */
  save(conversation: string, serviceUrl: string): Promise<void>;
}

/** Key of the latest address: a better default for a new conversation than the general one. */
const LATEST = 'service:*';

export function createServiceUrls({ state, endpoints, log }: TeamsContext): ServiceUrls {
  const known = new Map<string, string>();
  const read = async (key: string) => known.get(key) ?? (await state.get(key));
  const write = async (key: string, url: string) => {
    if (known.get(key) === url) return false;
    const isNew = (await state.get(key)) !== url;
    if (isNew) await state.set(key, url);
    known.set(key, url);
    return isNew;
  };
  return {
    async find(conversation) {
      const url = (await read(`service:${rootOf(conversation)}`)) ?? (await read(LATEST));
      return trimmed(url ?? endpoints['service'] ?? '');
    },
    async save(conversation, serviceUrl) {
      const root = rootOf(conversation);
      // Operators find the id of a conversation in this line.
      if (await write(`service:${root}`, serviceUrl))
        log.info('The bot received a message from a new conversation.', { conversation: root });
      await write(LATEST, serviceUrl);
    },
  };
}

const trimmed = (url: string) => url.replace(/(?<!\/)\/+$/, '');
