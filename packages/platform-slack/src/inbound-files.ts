import { fetchFile, foreignAddress, isAddressOf, PlatformError, type InboundFile } from '@gateway/platform-kit';
import { z } from 'zod';
import type { Slack, SlackContext } from './api.js';

const text = z.string().optional().catch(undefined);

const file = z.object({
  id: z.string(),
  name: text,
  mimetype: text,
  mode: text,
  size: z.number().optional().catch(undefined),
  url_private: text,
  url_private_download: text,
});

type SlackFile = z.output<typeof file>;

/** Fetches a file from Slack; see `InboundFile.read`. */
export type ReadFile = (file: SlackFile, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

/** The files of a message, as members of its event: none leaves `files` out. */
export function filesOf(sent: unknown, read: ReadFile): { readonly files?: readonly InboundFile[] } {
  const files = z
    .array(z.unknown())
    .catch([])
    .parse(sent)
    .flatMap((one) => file.safeParse(one).data ?? []);
  // A tombstone stands for a deleted file, the other mode for one beyond the limit of the workspace's plan.
  const present = files.filter(({ mode = '' }) => !['tombstone', 'hidden_by_limit'].includes(mode));
  if (present.length === 0) return {};
  return {
    files: present.map((one) => ({
      name: one.name ?? null,
      size: one.size ?? null,
      read: (signal) => read(one, signal),
    })),
  };
}

export function createReadFile({ credentials, endpoints, fetch }: SlackContext, { call }: Slack): ReadFile {
  const root = endpoints['api'] ?? '';
  const domains = ['slack.com', ...(URL.canParse(root) ? [new URL(root).hostname] : [])];

  return async (given, signal) => {
    // Of a file of another organization, the event has only the id.
    const found = addressOf(given) === undefined ? await info(given.id, signal) : given;
    const url = addressOf(found) ?? '';
    // Security: the event names the address, which can be that of another service, and the token must not get there.
    if (!isAddressOf(url, [root], domains)) throw foreignAddress('Slack');
    return await fetchFile({
      fetch,
      url,
      headers: { authorization: `Bearer ${credentials.bot_token}` },
      followRedirects: true,
      signal,
      service: 'Slack',
      settings: 'PLATFORM_SLACK_API_URL if it is set',
      refuse: ({ headers }) =>
        /^text\/html\b/i.test(headers.get('content-type') ?? '') && found.mimetype !== 'text/html'
          ? withoutScope()
          : null,
    });
  };

  async function info(id: string, signal: AbortSignal): Promise<SlackFile> {
    const answer = await call(signal, (web) => web.files.info({ file: id }));
    return file.catch({ id }).parse(answer.file);
  }
}

const addressOf = ({ url_private_download, url_private }: SlackFile) => url_private_download ?? url_private;

/** Slack answers a token that may not read a file with its page to sign in. */
const withoutScope = () =>
  new PlatformError('forbidden', 'Slack does not let the app read the file.', {
    hint: 'Add the scope files:read on the page OAuth & Permissions of the app, then reinstall the app.',
  });
