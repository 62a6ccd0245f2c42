import { ControlError } from '@gateway/sandbox/server';
import type { EventFormat } from './events.js';
import type { GchatButton, GchatMessage, GchatTextInput, GchatUser, GchatWidget } from './types.js';
import type { SpaceState } from './state.js';

/** A dialog is a card; the limit is that of a message with cards. */
const MAX_BYTES = 32_000;

interface DialogCard {
  readonly header?: { readonly title: string };
  readonly sections: readonly { readonly widgets: readonly GchatWidget[] }[];
  readonly fixedFooter?: { readonly primaryButton?: GchatButton };
}

/** An open dialog, with the message whose button opened it. */
interface Opened {
  readonly card: DialogCard;
  readonly spaceState: SpaceState;
  readonly message: GchatMessage;
}

/** A dialog as its person sees it. */
export interface ShownDialog {
  readonly title: string;
  readonly text: string;
  readonly inputs: readonly (GchatTextInput & { readonly required: boolean })[];
}

/** What a person sees for a moment after an answer. */
export interface Notification {
  readonly user: string;
  readonly text: string;
}

/** The effect of an app's answer to a dialog event. */
export type DialogEffect = 'opened' | 'closed' | 'open' | 'invalid';

/** The dialogs of people. An app opens one in the answer to a press on a button with `interaction: OPEN_DIALOG`. */
export function createDialogs() {
  const byUser = new Map<string, Opened>();
  const notifications: Notification[] = [];
  const openedOf = (user: GchatUser): Opened => {
    const opened = byUser.get(user.name);
    if (!opened) throw new ControlError(`${user.name} has no open dialog`, 404);
    return opened;
  };
  return {
    notifications,
    shown(user: GchatUser): ShownDialog | null {
      const opened = byUser.get(user.name);
      return opened ? shownDialog(opened.card) : null;
    },
    /** The submission of the open dialog: its button and the values of its inputs; `texts` by their order. */
    submission(user: GchatUser, texts: readonly string[]) {
      const { card, spaceState, message } = openedOf(user);
      const button = submitButton(card);
      if (!button) throw new ControlError('The dialog has no button');
      return { spaceState, message, button, formInputs: formInputsOf(card, texts) };
    },
    /** Applies an app's answer to a dialog event. */
    apply(user: GchatUser, place: Omit<Opened, 'card'>, format: EventFormat, body: unknown): DialogEffect {
      const { card, text, stays } = format === 'addon' ? readAddon(body) : readClassic(body);
      if (card !== undefined) {
        if (!isDialogCard(card)) return 'invalid';
        byUser.set(user.name, { ...place, card });
        return 'opened';
      }
      if (stays === undefined) return 'invalid';
      if (text !== undefined) notifications.push({ user: user.name, text });
      if (stays) return 'open';
      byUser.delete(user.name);
      return 'closed';
    },
  };
}

interface DialogAnswer {
  readonly card?: unknown;
  readonly text?: string | undefined;
  /** Whether the dialog stays open; undefined: the body is no answer to a dialog event. */
  readonly stays?: boolean;
}

/** https://developers.google.com/workspace/chat/dialogs */
function readClassic(body: unknown): DialogAnswer {
  const { type, dialogAction } = ((body ?? {}) as ClassicAnswer).actionResponse ?? {};
  if (type !== 'DIALOG' || !dialogAction) return {};
  if (dialogAction.dialog) return { card: dialogAction.dialog.body };
  const { statusCode, userFacingMessage: text } = dialogAction.actionStatus ?? {};
  return statusCode === undefined ? {} : { text, stays: statusCode !== 'OK' };
}

/** https://developers.google.com/workspace/add-ons/chat/dialogs */
function readAddon(body: unknown): DialogAnswer {
  const { navigations, notification } = ((body ?? {}) as AddonAnswer).action ?? {};
  const [navigation] = navigations ?? [];
  if (navigation?.pushCard) return { card: navigation.pushCard };
  return navigation?.endNavigation?.action === 'CLOSE_DIALOG' ? { text: notification?.text, stays: false } : {};
}

interface ClassicAnswer {
  actionResponse?: {
    type?: string;
    dialogAction?: { dialog?: { body?: unknown }; actionStatus?: { statusCode?: string; userFacingMessage?: string } };
  };
}

interface AddonAnswer {
  action?: {
    navigations?: { pushCard?: unknown; endNavigation?: { action?: string } }[];
    notification?: { text?: string };
  };
}

function isDialogCard(value: unknown): value is DialogCard {
  const { sections } = value as Partial<DialogCard>;
  const isFilled = Array.isArray(sections) && sections.length > 0;
  return (
    isFilled && submitButton(value as DialogCard) !== undefined && Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES
  );
}

function submitButton({ sections, fixedFooter }: DialogCard): GchatButton | undefined {
  const listed = sections.flatMap(({ widgets }) => widgets).flatMap(({ buttonList }) => buttonList?.buttons ?? []);
  return fixedFooter?.primaryButton ?? listed[0];
}

function inputsOf({ sections }: DialogCard): GchatTextInput[] {
  return sections.flatMap(({ widgets }) => widgets).flatMap(({ textInput }) => textInput ?? []);
}

function shownDialog(card: DialogCard): ShownDialog {
  const required = submitButton(card)?.onClick.action?.requiredWidgets ?? [];
  const texts = card.sections
    .flatMap(({ widgets }) => widgets)
    .flatMap(({ textParagraph }) => textParagraph?.text ?? []);
  return {
    title: card.header?.title ?? '',
    text: texts.map(withoutHtml).join('\n'),
    inputs: inputsOf(card).map((input) => Object.assign({}, input, { required: required.includes(input.name) })),
  };
}

function withoutHtml(html: string): string {
  return html
    .replaceAll('<br>', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** The client checks required inputs and lengths itself. An empty input is absent. */
function formInputsOf(card: DialogCard, texts: readonly string[]): Record<string, object> {
  return Object.fromEntries(
    shownDialog(card).inputs.flatMap(({ name, label, required, validation }, place) => {
      const text = texts[place] ?? '';
      const max = validation?.characterLimit ?? Infinity;
      if (required && text === '') throw new ControlError(`"${label}" is required`);
      if (text.length > max) throw new ControlError(`"${label}" accepts ${max} characters`);
      return text === '' ? [] : [[name, { stringInputs: { value: [text] } }]];
    }),
  );
}
