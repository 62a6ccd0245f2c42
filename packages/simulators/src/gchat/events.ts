import type { GchatButton, GchatMessage, GchatSpace, GchatUser } from './types.js';

/** Workspace add-ons get events of another format than other apps. */
export type EventFormat = 'classic' | 'addon';

/** Something that happened in a space. */
export interface ChatEvent {
  readonly kind: 'message' | 'press' | 'added';
  readonly user: GchatUser;
  readonly space: GchatSpace;
  readonly message?: GchatMessage;
  readonly button?: GchatButton;
  readonly eventTime: string;
}

/** An event as it is posted to the app. */
export function eventOf(format: EventFormat, chatEvent: ChatEvent): Record<string, unknown> {
  const { kind, user, space, message, eventTime } = chatEvent;
  const action = chatEvent.button?.onClick.action;
  const parameters = Object.fromEntries((action?.parameters ?? []).map(({ key, value }) => [key, value]));
  if (format === 'addon') {
    const payload = { space, ...(message && { message: kind === 'press' ? withoutCards(message) : message }) };
    const name = { message: 'messagePayload', press: 'buttonClickedPayload', added: 'addedToSpacePayload' }[kind];
    return {
      commonEventObject: { userLocale: 'en', hostApp: 'CHAT', platform: 'WEB', ...(action && { parameters }) },
      authorizationEventObject: { userOAuthToken: '', systemIdToken: '' },
      chat: { user, eventTime, [name]: payload },
    };
  }
  return {
    type: { message: 'MESSAGE', press: 'CARD_CLICKED', added: 'ADDED_TO_SPACE' }[kind],
    eventTime,
    user,
    space,
    ...(message && { message, thread: message.thread }),
    ...(action && {
      action: { actionMethodName: action.function, parameters: action.parameters ?? [] },
      common: { userLocale: 'en', hostApp: 'CHAT', invokedFunction: action.function, parameters },
    }),
  };
}

function withoutCards({ cardsV2: _cards, ...message }: GchatMessage): object {
  return message;
}
