import { GchatError } from './errors.js';
import type { GchatCard } from './types.js';

const MAX_BYTES = 32_000;
const MAX_TEXT_LENGTH = 4096;

const FIELDS = new Set([
  'text',
  'cardsV2',
  'thread',
  'fallbackText',
  'privateMessageViewer',
  'actionResponse',
  'accessoryWidgets',
  'quotedMessageMetadata',
  'markupSyntax',
]);
const SYNTAXES = new Set(['MARKUP_SYNTAX_UNSPECIFIED', 'MARKUP_SYNTAX_CHAT', 'MARKUP_SYNTAX_MARKDOWN']);
const WIDGETS = new Set(['buttonList', 'image', 'textParagraph', 'decoratedText', 'divider']);

/** Checks a message as the Chat API does: known fields, visible content, limits. Throws `GchatError` 400. */
export function checkContent(body: Record<string, unknown>): {
  text: string | undefined;
  cardsV2: GchatCard[] | undefined;
  markupSyntax: string | undefined;
} {
  for (const field of Object.keys(body)) {
    if (!FIELDS.has(field))
      throw invalid(`Invalid JSON payload received. Unknown name "${field}" at 'message': Cannot find field.`);
  }
  const { text, cardsV2, markupSyntax } = body;
  if (markupSyntax !== undefined && (typeof markupSyntax !== 'string' || !SYNTAXES.has(markupSyntax)))
    throw invalid("Invalid value at 'message.markup_syntax'");
  if (text !== undefined && typeof text !== 'string') throw invalid("Invalid value at 'message.text' (TYPE_STRING)");
  if (cardsV2 !== undefined && !Array.isArray(cardsV2)) throw invalid("Invalid value at 'message.cards_v2'");
  for (const card of (cardsV2 ?? []) as unknown[]) checkCard(card);
  if ((text ?? '') === '' && (cardsV2 ?? []).length === 0) throw invalid('Message cannot be empty.');
  if ((text ?? '').length > MAX_TEXT_LENGTH)
    throw invalid(`Message text is too long: at most ${MAX_TEXT_LENGTH} characters.`);
  if (Buffer.byteLength(JSON.stringify({ text, cardsV2 })) > MAX_BYTES)
    throw invalid('Message is too large: at most 32000 bytes.');
  return { text, cardsV2: cardsV2 as GchatCard[] | undefined, markupSyntax };
}

function checkCard(value: unknown): void {
  const sections = (value as Partial<GchatCard> | null)?.card?.sections;
  if (!Array.isArray(sections) || sections.length === 0)
    throw invalid('Invalid card: a card must have at least one section.');
  for (const { widgets } of sections) {
    if (!Array.isArray(widgets) || widgets.length === 0)
      throw invalid('Invalid card: a section must have at least one widget.');
    for (const widget of widgets) {
      const [kind, ...others] = Object.keys(widget);
      if (kind === undefined || others.length > 0 || !WIDGETS.has(kind))
        throw invalid('Invalid card: a widget must have exactly one known kind.');
      if (widget.image && !widget.image.imageUrl.startsWith('https://'))
        throw invalid('Invalid card: imageUrl must be an HTTPS URL.');
      for (const { text, onClick } of widget.buttonList?.buttons ?? []) {
        if (!text) throw invalid('Invalid card: a button must have a text or an icon.');
        if (!onClick?.openLink && !onClick?.action?.function)
          throw invalid('Invalid card: a button must have an onClick action.');
        for (const { key, value } of onClick.action?.parameters ?? []) {
          if (typeof key !== 'string' || typeof value !== 'string')
            throw invalid('Invalid card: an action parameter is a pair of strings.');
        }
      }
    }
  }
}

function invalid(message: string): GchatError {
  return new GchatError(400, message);
}
