import { ControlError } from '@gateway/sandbox/server';
import { actionsOf, CARD_TYPE, checkCard, textOf, type CardAction } from './cards.js';
import type { Reply } from './delivery.js';
import type { ChannelAccount, Post } from './types.js';

/** That of a message: no limit of the reply to an invoke is documented. */
const MAX_BYTES = 28 * 1024;

/** A dialog as its person sees it. */
export interface ShownDialog {
  readonly title: string;
  /** Its text blocks. */
  readonly text: string;
  readonly inputs: readonly {
    readonly id: string;
    readonly label: string;
    readonly value: string;
    readonly multiline: boolean;
    readonly required: boolean;
    readonly maxLength: number | null;
  }[];
}

/** An open dialog, with the message whose button opened it. */
interface Opened {
  readonly title: string;
  readonly card: { readonly body: readonly InputElement[] };
  readonly post: Post;
}

interface InputElement {
  readonly type: string;
  readonly id: string;
  readonly label?: string;
  readonly value?: string;
  readonly isMultiline?: boolean;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
}

/** Whether a press on this button asks for a dialog. Source: https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/task-modules/task-modules-bots */
export function opensDialog({ type, data }: CardAction): boolean {
  const { msteams } = (data ?? {}) as { msteams?: { type?: unknown } };
  return type === 'Action.Submit' && msteams?.type === 'task/fetch';
}

/** The dialogs of people, which a bot opens and answers in its reply to an invoke. */
export function createDialogs() {
  const byPerson = new Map<string, Opened>();
  const messages: { person: string; text: string }[] = [];
  return {
    /** Texts of message boxes, oldest first. */
    messages,
    shown(person: ChannelAccount): ShownDialog | null {
      const opened = byPerson.get(person.id);
      return opened ? { title: opened.title, text: textOf(opened.card), inputs: inputsOf(opened) } : null;
    },
    /** The data of a submission: those of the button and of the inputs; `texts` by the order of the inputs. */
    submission(person: ChannelAccount, texts: readonly string[]): { post: Post; data: object } {
      const opened = byPerson.get(person.id);
      if (!opened) throw new ControlError(`${person.id} has no open dialog`, 404);
      const [action] = actionsOf(opened.card);
      return { post: opened.post, data: Object.assign({}, action?.data, valuesOf(opened, texts)) };
    },
    /** Applies the reply to `task/fetch` or `task/submit`; false: the person sees an error. */
    apply({ id }: ChannelAccount, post: Post, name: 'task/fetch' | 'task/submit', { status, body }: Reply): boolean {
      if (status !== 200) return false;
      const { task } = (body ?? {}) as { task?: { type?: string; value?: unknown } };
      if (task?.type === 'continue') return open(id, post, task.value);
      if (task?.type === 'message' && typeof task.value === 'string') messages.push({ person: id, text: task.value });
      else if (name === 'task/fetch' || task !== undefined) return false;
      byPerson.delete(id);
      return true;
    },
  };

  function open(id: string, post: Post, value: unknown): boolean {
    const { title = '', card } = value as { title?: string; card?: { contentType?: string; content?: unknown } };
    if (card?.contentType !== CARD_TYPE || Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES) return false;
    checkCard(card.content);
    byPerson.set(id, { title, card: card.content as Opened['card'], post });
    return true;
  }
}

function inputsOf({ card }: Opened): ShownDialog['inputs'] {
  return card.body
    .filter(({ type }) => type === 'Input.Text')
    .map(({ id, label = '', value = '', isMultiline, isRequired, maxLength }) => ({
      id,
      label,
      value,
      multiline: isMultiline === true,
      required: isRequired === true,
      maxLength: maxLength ?? null,
    }));
}

/** The client checks required inputs and lengths itself. */
function valuesOf(opened: Opened, texts: readonly string[]): object {
  return Object.fromEntries(
    inputsOf(opened).map(({ id, label, required, maxLength }, place) => {
      const text = texts[place] ?? '';
      if (required && text === '') throw new ControlError(`"${label}" is required`);
      if (text.length > (maxLength ?? Infinity)) throw new ControlError(`"${label}" accepts ${maxLength} characters`);
      return [id, text];
    }),
  );
}
