import type { Outcome } from '@gateway/platform-kit';
import type { Format, Inbound } from './inbound.js';
import { neutralize } from './render.js';

/**
 * The reply to a press, in the format of the event. The press that answers rewrites the message. A press that comes too late gets a notice,
 * which only that person sees in a space. The message itself is updated by a separate request.
 */
export function replyToPress(
  { format, isDirect, cards, event }: Inbound,
  { result, notice, closedText }: Outcome,
): object {
  if (closedText !== null && (result === 'answered' || notice === null)) {
    return update(format, { text: neutralize(closedText), cardsV2: withoutButtons(cards) });
  }
  if (notice === null) return {};
  const viewer = isDirect || event === null ? {} : { privateMessageViewer: { name: event.sender.id } };
  return create(format, { text: neutralize(notice), ...viewer });
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

/** The cards of the event without their buttons, so that an image stays. */
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
