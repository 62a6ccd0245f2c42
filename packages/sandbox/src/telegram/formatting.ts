import { badRequest } from './errors.js';
import { parseHtml } from './html.js';
import { parseMarkdownV2 } from './markdown.js';
import type { Params } from './params.js';
import type { Formatted, MessageEntity } from './types.js';

const MAX_TEXT_LENGTH = 4096;
const MAX_CAPTION_LENGTH = 1024;

/** The text of a message, 1 to 4096 UTF-16 units after parsing. */
export function readText(params: Params): Formatted {
  const source = params.text('text');
  if (source === '') throw badRequest('message text is empty');
  const formatted = read(params, source, 'entities');
  if (formatted.text === '') throw badRequest('text must be non-empty');
  if (formatted.text.length > MAX_TEXT_LENGTH) throw badRequest('message is too long');
  return formatted;
}

/** The caption of a photo or document, 0 to 1024 UTF-16 units after parsing. */
export function readCaption(params: Params): Formatted {
  const formatted = read(params, params.text('caption'), 'caption_entities');
  if (formatted.text.length > MAX_CAPTION_LENGTH) throw badRequest('message caption is too long');
  return formatted;
}

function read(params: Params, source: string, entitiesName: string): Formatted {
  const mode = params.text('parse_mode').toLowerCase();
  if (mode === 'html') return trim(parseHtml(source));
  if (mode === 'markdownv2') return trim(parseMarkdownV2(source));
  if (mode === 'markdown') throw badRequest('the simulator does not know the legacy parse_mode Markdown');
  if (mode !== '') throw badRequest('unsupported parse_mode');
  const given = params.json(entitiesName, `can't parse entities JSON object`) ?? [];
  if (!Array.isArray(given)) throw badRequest('expected an Array of MessageEntity');
  const entities = given as MessageEntity[];
  for (const { offset, length } of entities) {
    if (!(offset >= 0)) throw badRequest(`receive an entity with incorrect offset ${offset}`);
    if (!(length >= 0)) throw badRequest(`receive an entity with incorrect length ${length}`);
    if (offset > source.length) {
      throw badRequest(`entity begins after the end of the text at UTF-16 offset ${offset}`);
    }
    if (offset + length > source.length) {
      throw badRequest(
        `entity beginning at UTF-16 offset ${offset} ends after the end of the text at UTF-16 offset ${offset + length}`,
      );
    }
  }
  return trim({ text: source, entities: entities.length > 0 ? entities : detectEntities(source) });
}

/** Removes surrounding white space and moves the entities accordingly. */
function trim({ text, entities }: Formatted): Formatted {
  const start = text.length - text.trimStart().length;
  const trimmed = text.trim();
  if (trimmed.length === text.length) return { text, entities };
  return {
    text: trimmed,
    entities: entities
      .map((entity) => {
        const offset = Math.max(entity.offset - start, 0);
        const end = Math.min(entity.offset + entity.length - start, trimmed.length);
        return { ...entity, offset, length: end - offset };
      })
      .filter((entity) => entity.length > 0),
  };
}

/** Commands, mentions and URLs that Telegram marks automatically. */
export function detectEntities(text: string): MessageEntity[] {
  const found: MessageEntity[] = [];
  for (const [type, pattern] of [
    ['bot_command', /(?<![\w/])\/[a-z0-9_]{1,32}(?:@\w+)?/gi],
    ['mention', /(?<!\w)@\w{4,32}/g],
    ['url', /https?:\/\/[^\s<>"]+/gi],
  ] as const) {
    for (const match of text.matchAll(pattern)) found.push({ type, offset: match.index, length: match[0].length });
  }
  return found.sort((a, b) => a.offset - b.offset);
}
