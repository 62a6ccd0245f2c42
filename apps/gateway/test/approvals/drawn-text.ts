/** Models of what clients draw of a text: they read marks wherever the documentation of a platform allows it, and more often. */

/** Bold, italic, struck through and fixed width by one sign on each side. The signs are not drawn. */
function withoutPairs(text: string): string {
  const pairs = ['*', '_', '~'].map((sign) => {
    const edge = sign === '_' ? '[A-Za-z0-9_]' : `\\${sign}`;
    return new RegExp(`(?<!${edge})\\${sign}(?=\\S)([^\\${sign}]*[^\\${sign}\\s])\\${sign}(?!${edge})`, 'g');
  });
  const marks = [/```([^]+?)```/g, /`([^`]+)`/g, ...pairs];
  for (let before = '', drawn = text; ;) {
    before = drawn;
    for (const mark of marks) drawn = drawn.replace(mark, '$1');
    if (drawn === before) return drawn;
  }
}

/**
 * WhatsApp and Messenger have no escape.
 * Sources: https://faq.whatsapp.com/539178204879377, https://www.facebook.com/help/147348452522644
 */
export const drawnByMeta = withoutPairs;

/**
 * Google Chat has no escape in its own syntax. Where a message does not name it, an app may be set to Markdown, which drops backslashes.
 * Source: https://developers.google.com/workspace/chat/format-messages
 */
export function drawnByGchat({ text = '', markupSyntax }: { text?: string; markupSyntax?: string }): string {
  if (markupSyntax === 'MARKUP_SYNTAX_CHAT') return withoutPairs(text);
  const drawn = text.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/\[([^[\]]+)\]\([^()]+\)/g, '$1');
  return withoutPairs(drawn.replace(/\*\*|__|~~|^#{1,6} |<(?=https?:)|&\w+;/gm, ''));
}

/**
 * The mrkdwn of Slack has no escape for signs. Addresses in brackets are drawn as they are; these and the three entities are resolved
 * elsewhere. Source: https://docs.slack.dev/messaging/formatting-message-text
 */
export function drawnBySlack(mrkdwn: string): string {
  const urls = mrkdwn.match(/<https?:[^<>]+>/g) ?? [];
  const text = mrkdwn.replace(/<https?:[^<>]+>/g, '\u{F0000}').replace(/:(?!\d\d:)[\w+'-]+:/g, '🙂');
  return withoutPairs(text).replace(/\u{F0000}/gu, () => urls.shift() ?? '');
}
