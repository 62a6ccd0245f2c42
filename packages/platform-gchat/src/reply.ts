import type { Button, Outcome } from '@gateway/platform-kit';
import type { Format, Inbound } from './inbound.js';
import { buttonWidgets, card, renderText } from './render.js';

/**
 * The reply to a press, in the format of the event. `action` is the function of the buttons. The press that answers rewrites the message. A press that comes too late gets a notice,
 * which only that person sees in a space. The message itself is updated by a separate request.
 */
export function replyToPress(
  { format, isDirect, cards, event }: Inbound,
  { result, notice, closedText, closedButtons = [] }: Outcome,
  action: string,
): object {
  if (closedText !== null && (result === 'answered' || notice === null)) {
    const kept = withoutButtons(cards);
    const cardsV2 = closedButtons.length === 0 ? kept : withButtons(kept, closedButtons, action);
    return update(format, { ...renderText(closedText), cardsV2 });
  }
  if (notice === null) return {};
  const viewer = isDirect || event === null ? {} : { privateMessageViewer: { name: event.sender.id } };
  return create(format, { ...renderText(notice), ...viewer });
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

/** Cards with buttons below everything else. */
function withButtons(cards: readonly CardEntry[], buttons: readonly Button[], action: string): object[] {
  const section = { widgets: buttonWidgets(buttons, action) };
  const last = cards.at(-1);
  if (!last) return [card(section.widgets)];
  return [
    ...cards.slice(0, -1),
    { ...last, card: { ...last.card, sections: [...(last.card?.sections ?? []), section] } },
  ];
}

interface CardEntry {
  readonly card?: { readonly sections?: readonly { readonly widgets?: readonly object[] }[] };
}

/** The cards of the event without their buttons, so that an image stays. */
function withoutButtons(cards: Inbound['cards']): CardEntry[] {
  return cards.flatMap((entry) => {
    const { card } = entry as CardEntry;
    const sections = (card?.sections ?? []).flatMap((section) => {
      const widgets = (section.widgets ?? []).filter((widget) => !('buttonList' in widget));
      return widgets.length === 0 ? [] : [{ ...section, widgets }];
    });
    return sections.length === 0 ? [] : [{ ...entry, card: { ...card, sections } }];
  });
}
