import type { Outcome } from '@gateway/platform-kit';
import type { Format, Inbound } from './inbound.js';
import { inert } from './render.js';

/**
 * The reply to a press, in the form of the event. The answer that counts rewrites the message; who comes too late is told so,
 * alone where others read along. (The message itself is brought up to date by its own request.)
 */
export function replyToPress(
  { format, isDirect, cards, event }: Inbound,
  { result, notice, closedText }: Outcome,
): object {
  if (closedText !== null && (result === 'answered' || notice === null)) {
    return update(format, { text: inert(closedText), cardsV2: withoutButtons(cards) });
  }
  if (notice === null) return {};
  const viewer = isDirect || event === null ? {} : { privateMessageViewer: { name: event.sender.id } };
  return create(format, { text: inert(notice), ...viewer });
}

function update(format: Format, message: object): object {
  return format === 'addon'
    ? { hostAppDataAction: { chatDataAction: { updateMessageAction: { message } } } }
    : { actionResponse: { type: 'UPDATE_MESSAGE' }, ...message };
}

function create(format: Format, message: object): object {
  return format === 'addon'
    ? { hostAppDataAction: { chatDataAction: { createMessageAction: { message } } } }
    : { actionResponse: { type: 'NEW_MESSAGE' }, ...message };
}

/** Cards as the event shows them, so that a picture stays when the buttons go. */
function withoutButtons(cards: Inbound['cards']): object[] {
  return cards.flatMap((entry) => {
    const { card } = entry as { card?: { sections?: { widgets?: object[] }[] } };
    const sections = (card?.sections ?? []).flatMap((section) => {
      const widgets = (section.widgets ?? []).filter((widget) => !('buttonList' in widget));
      return widgets.length === 0 ? [] : [{ ...section, widgets }];
    });
    return sections.length === 0 ? [] : [{ ...entry, card: { ...card, sections } }];
  });
}
