import { readFile } from 'node:fs/promises';
import type { RawFile } from '@discordjs/rest';
import { PlatformError, type Button, type Media, type Question } from '@gateway/platform-kit';
import {
  ButtonStyle,
  ComponentType,
  MessageFlags,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { literal } from './markdown.js';

const BUTTONS_PER_ROW = 5;
const MAX_EMBED_URL_LENGTH = 2048;
const IMAGE = /\.(png|jpe?g|gif|webp)$/i;

type MessageBody = RESTPostAPIChannelMessageJSONBody;

/** One message to post. */
export interface Step {
  readonly body: MessageBody;
  readonly upload: Extract<Media, { kind: 'bytes' }> | null;
}

/** The messages of a question, in order. The last one has the buttons and the media. Pure. */
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
  // The link is a separate message: it would be lost when the question is rewritten.
  const link = media?.kind === 'url' && !isEmbed ? [plain(media.url)] : [];
  return [...link, ...texts.slice(0, -1).map(plain), last];
}

/** A plain text: nothing in it is markup, and its mentions notify no one, including @everyone. */
export function textBody(content: string): { content: string; allowed_mentions: { parse: [] } } {
  return { content: literal(content), allowed_mentions: { parse: [] } };
}

/** A message that only one person sees. */
export function ephemeral(notice: string) {
  return { ...textBody(notice), flags: MessageFlags.Ephemeral as const };
}

export function rowsOf(buttons: readonly Button[]): APIActionRowComponent<APIButtonComponentWithCustomId>[] {
  const rows: APIActionRowComponent<APIButtonComponentWithCustomId>[] = [];
  for (let from = 0; from < buttons.length; from += BUTTONS_PER_ROW) {
    rows.push({
      type: ComponentType.ActionRow,
      components: buttons.slice(from, from + BUTTONS_PER_ROW).map(({ label, token }) => ({
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label,
        custom_id: token,
      })),
    });
  }
  return rows;
}

/** Whether Discord can embed the address as an image; any other embed is empty. */
function isImageAddress(url: string): boolean {
  return url.length <= MAX_EMBED_URL_LENGTH && URL.canParse(url) && IMAGE.test(new URL(url).pathname);
}

/** Reads the bytes to upload. Throws `invalid` when the file does not exist any more. */
export async function fileOf({ path, filename, contentType }: NonNullable<Step['upload']>): Promise<RawFile> {
  try {
    return { name: filename || 'file', data: await readFile(path), contentType };
  } catch {
    throw new PlatformError('invalid', 'The attachment can no longer be read.', { hint: 'Send the question again.' });
  }
}
