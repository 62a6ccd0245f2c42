import { mediaName, type Button, type ClosedPrompt, type Question } from '@gateway/platform-kit';

/** The parameter of a button's action with the token. */
export const TOKEN_PARAMETER = 'token';

/** Without it, the settings of the app in Google Cloud choose the syntax. */
const SYNTAX = 'MARKUP_SYNTAX_CHAT';
/** What is markup in one of the syntaxes of Google Chat. */
const MARKUP = /[*~`]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])|\\(?=[!-/:-@[-`{-~])|\]\(|<\S|&#?\w+;|^#{1,6} /m;

/** The content of a message of the Chat API. */
export interface Content {
  readonly text: string;
  readonly markupSyntax?: typeof SYNTAX;
  readonly cardsV2?: readonly Card[];
  /** The person who alone sees the message. */
  readonly privateMessageViewer?: { readonly name: string };
}

interface Card {
  readonly cardId: string;
  readonly card: { readonly sections: readonly { readonly widgets: readonly object[] }[] };
}

/** The messages of a question, in order. The last one has the media and the buttons. `action` is the function of the buttons. Pure. */
export function renderQuestion(
  { texts, buttons, media }: Question,
  action: string,
): { before: Content[]; last: Content } {
  const messages = texts.map(renderText);
  const last = messages.pop() ?? { text: '' };
  const url = media?.kind === 'url' ? media.url : null;
  const widgets = [...mediaWidgets(url), ...buttonWidgets(buttons, action)];
  return { before: messages, last: widgets.length === 0 ? last : { ...last, cardsV2: [card(widgets)] } };
}

/** A closed question's last message, with the buttons that stay. Pure. */
export function renderClosed(
  { text, buttons = [] }: Pick<ClosedPrompt, 'text' | 'buttons'>,
  mediaUrl: string | null,
  action: string,
): Content & Required<Pick<Content, 'cardsV2'>> {
  const widgets = [...mediaWidgets(mediaUrl), ...buttonWidgets(buttons, action)];
  return { ...renderText(text), cardsV2: widgets.length === 0 ? [] : [card(widgets)] };
}

/** A text in the syntax of Chat, which has the fewest marks. It has no escapes: `formats` of the manifest names its marks. Pure. */
export function renderText(given: string): Content {
  const text = neutralize(given);
  return { text, ...(MARKUP.test(text) && { markupSyntax: SYNTAX }) };
}

/**
 * Removes mentions and labelled links from a text: the opening bracket of `<users/all>` and `<https://…|label>` is replaced by another
 * one of the same length.
 */
function neutralize(text: string): string {
  return text.replace(/<(?=users\/|[a-z][a-z0-9+.-]*:[^<>\s|]*\|)/gi, '‹');
}

export function card(widgets: readonly object[]): Card {
  return { cardId: 'question', card: { sections: [{ widgets }] } };
}

export function buttonWidgets(buttons: readonly Button[], action: string): object[] {
  if (buttons.length === 0) return [];
  const list = buttons.map(({ label, token, opensDialog }) => ({
    text: label,
    onClick: {
      action: {
        function: action,
        parameters: [{ key: TOKEN_PARAMETER, value: token }],
        ...(opensDialog && { interaction: 'OPEN_DIALOG' }),
      },
    },
  }));
  return [{ buttonList: { buttons: list } }];
}

/** Chat shows images at https addresses only; anything else becomes a link. */
function mediaWidgets(url: string | null): object[] {
  if (url === null) return [];
  if (isImage(url)) return [{ image: { imageUrl: url, altText: 'Attachment', onClick: { openLink: { url } } } }];
  return [{ textParagraph: { text: `<a href="${escapeHtml(url)}">${escapeHtml(mediaName(url))}</a>` } }];
}

function isImage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, pathname } = new URL(url);
  return protocol === 'https:' && /\.(png|jpe?g|gif)$/i.test(pathname);
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
