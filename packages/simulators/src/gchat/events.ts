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
  /** The press asks for a dialog, or submits one. */
  readonly dialog?: 'REQUEST_DIALOG' | 'SUBMIT_DIALOG';
  /** The values of a submitted dialog. */
  readonly formInputs?: Readonly<Record<string, object>>;
}

/** An event as it is posted to the app. */
export function eventOf(format: EventFormat, chatEvent: ChatEvent): Record<string, unknown> {
  const { kind, user, space, message, eventTime, formInputs } = chatEvent;
  const action = chatEvent.button?.onClick.action;
  const parameters = Object.fromEntries((action?.parameters ?? []).map(({ key, value }) => [key, value]));
  const dialog = chatEvent.dialog && { isDialogEvent: true, dialogEventType: chatEvent.dialog };
  const inputs = formInputs && { formInputs };
  if (format === 'addon') {
    const payload = {
      space,
      ...dialog,
      ...(message && { message: kind === 'press' ? withoutCards(message) : message }),
    };
    const name = { message: 'messagePayload', press: 'buttonClickedPayload', added: 'addedToSpacePayload' }[kind];
    return {
      commonEventObject: {
        userLocale: 'en',
        hostApp: 'CHAT',
        platform: 'WEB',
        ...(action && { parameters }),
        ...inputs,
      },
      authorizationEventObject: { userOAuthToken: '', systemIdToken: '' },
      chat: { user, eventTime, [name]: payload },
    };
  }
  return {
    type: { message: 'MESSAGE', press: 'CARD_CLICKED', added: 'ADDED_TO_SPACE' }[kind],
    eventTime,
    user,
    space,
    ...dialog,
    ...(message && { message, thread: message.thread }),
    ...(action && {
      action: { actionMethodName: action.function, parameters: action.parameters ?? [] },
      common: { userLocale: 'en', hostApp: 'CHAT', invokedFunction: action.function, parameters, ...inputs },
    }),
  };
}

function withoutCards({ cardsV2: _cards, ...message }: GchatMessage): object {
  return message;
}
