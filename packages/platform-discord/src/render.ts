import { readFile } from 'node:fs/promises';
import type { RawFile } from '@discordjs/rest';
import { PlatformError, type Button, type Media, type Question } from '@gateway/platform-kit';
import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';

const ROW_MAX = 5;
const EMBED_URL_MAX = 2048;
const IMAGE = /\.(png|jpe?g|gif|webp)$/i;

type MessageBody = RESTPostAPIChannelMessageJSONBody;

/** One message to post. */
export interface Step {
  readonly body: MessageBody;
  readonly upload: Extract<Media, { kind: 'bytes' }> | null;
}

/** The messages that show a question, in order: the last one carries the buttons and the media. Pure. */
export function layOut({ texts, buttons, media }: Question): readonly Step[] {
  const plain = (content: string): Step => ({ body: textBody(content), upload: null });
  const isEmbed = media?.kind === 'url' && isImageAddress(media.url);
  const last: Step = {
    body: {
      ...textBody(texts.at(-1) ?? ''),
      ...(buttons.length > 0 && { components: rowsOf(buttons) }),
      ...(isEmbed && { embeds: [{ image: { url: media.url } }] }),
    },
    upload: media?.kind === 'bytes' ? media : null,
  };
  // A link in the question's own message would be lost when that is rewritten.
  const link = media?.kind === 'url' && !isEmbed ? [plain(media.url)] : [];
  return [...link, ...texts.slice(0, -1).map(plain), last];
}

/** Nobody is notified by what stands in a text, not even by @everyone. */
export function textBody(content: string): { content: string; allowed_mentions: { parse: [] } } {
  return { content, allowed_mentions: { parse: [] } };
}

/** Discord takes five buttons in a row. */
function rowsOf(buttons: readonly Button[]): APIActionRowComponent<APIButtonComponentWithCustomId>[] {
  const rows: APIActionRowComponent<APIButtonComponentWithCustomId>[] = [];
  for (let from = 0; from < buttons.length; from += ROW_MAX) {
    rows.push({
      type: ComponentType.ActionRow,
      components: buttons.slice(from, from + ROW_MAX).map(({ label, token }) => ({
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label,
        custom_id: token,
      })),
    });
  }
  return rows;
}

/** Anything else would show as an empty frame. */
function isImageAddress(url: string): boolean {
  return url.length <= EMBED_URL_MAX && URL.canParse(url) && IMAGE.test(new URL(url).pathname);
}

/** Reads the bytes to upload; throws `invalid` when the file is gone. */
export async function fileOf({ path, filename, contentType }: NonNullable<Step['upload']>): Promise<RawFile> {
  try {
    return { name: filename || 'file', data: await readFile(path), contentType };
  } catch {
    throw new PlatformError('invalid', 'The attachment can no longer be read.', { hint: 'Send the question again.' });
  }
}
