import type { TeamsContext } from './credentials.js';
import { rootOf } from './conversation.js';

/** Where a conversation of this account is served from. Microsoft has many regions; each activity names its own. */
export interface ServiceUrls {
  /** Without trailing slash. */
  of(conversation: string): Promise<string>;
  /** Keeps what a verified activity says. */
  remember(conversation: string, serviceUrl: string): Promise<void>;
}

/** Under this name: the address that was heard of last, a better guess for a new conversation than the general one. */
const LATEST = 'service:*';

export function createServiceUrls({ state, endpoints, log }: TeamsContext): ServiceUrls {
  const known = new Map<string, string>();
  const read = async (key: string) => known.get(key) ?? (await state.get(key));
  const write = async (key: string, url: string) => {
    if (known.get(key) === url) return false;
    const news = (await state.get(key)) !== url;
    if (news) await state.set(key, url);
    known.set(key, url);
    return news;
  };
  return {
    async of(conversation) {
      const url = (await read(`service:${rootOf(conversation)}`)) ?? (await read(LATEST));
      return trimmed(url ?? endpoints['service'] ?? '');
    },
    async remember(conversation, serviceUrl) {
      const root = rootOf(conversation);
      // An operator who looks for the id of a conversation finds it here.
      if (await write(`service:${root}`, serviceUrl))
        log.info('The bot heard from a new conversation.', { conversation: root });
      await write(LATEST, serviceUrl);
    },
  };
}

const trimmed = (url: string) => url.replace(/(?<!\/)\/+$/, '');
