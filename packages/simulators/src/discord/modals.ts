import { ControlError } from '@gateway/sandbox/server';
import type { Message } from './types.js';
import type { Bot, ChannelState } from './state.js';

const LABEL = 18;
const TEXT_DISPLAY = 10;
const TEXT_INPUT = 4;
const PARAGRAPH = 2;
/** https://docs.discord.com/developers/components/reference#text-input */
const MAX_VALUE_LENGTH = 4000;

/** A modal as a bot sends it. Each input has a label around it; the older form with action rows is not simulated. */
export interface ModalData {
  readonly custom_id: string;
  readonly title: string;
  readonly components: readonly ModalComponent[];
}

interface ModalComponent {
  readonly type: number;
  readonly content?: string;
  readonly label?: string;
  readonly component?: {
    readonly custom_id: string;
    readonly style: number;
    readonly value?: string | null;
    readonly required?: boolean | null;
    readonly max_length?: number | null;
  };
}

/** An open modal as its person sees it. */
export interface ShownModal {
  readonly title: string;
  /** Text displays, in order. */
  readonly texts: readonly string[];
  readonly inputs: readonly {
    readonly customId: string;
    readonly label: string;
    readonly value: string;
    readonly multiline: boolean;
    readonly required: boolean;
    readonly maxLength: number | null;
  }[];
}

/** Where a modal was opened. */
interface Opened {
  readonly bot: Bot;
  readonly channelState: ChannelState;
  readonly message: Message;
  readonly data: ModalData;
}

/** The open modals of people. */
export interface Modals {
  open(userId: string, opened: Opened): void;
  shown(userId: string): ShownModal | null;
  /** The data of a submission; `texts` by the order of the inputs. */
  submission(userId: string, texts: readonly string[]): Opened & { readonly submitted: object };
  close(userId: string): void;
}

export function createModals(): Modals {
  const byUser = new Map<string, Opened>();
  return {
    open: (userId, opened) => void byUser.set(userId, opened),
    shown(userId) {
      const opened = byUser.get(userId);
      return opened ? shownModal(opened.data) : null;
    },
    submission(userId, texts) {
      const opened = byUser.get(userId);
      if (!opened) throw new ControlError(`User ${userId} has no open modal`, 404);
      return { ...opened, submitted: submissionOf(opened.data, texts) };
    },
    close: (userId) => void byUser.delete(userId),
  };
}

function shownModal({ title, components }: ModalData): ShownModal {
  return {
    title,
    texts: components.flatMap(({ type, content = '' }) => (type === TEXT_DISPLAY ? [content] : [])),
    inputs: components.flatMap(({ label = '', component }) =>
      component
        ? [
            {
              customId: component.custom_id,
              label,
              value: component.value ?? '',
              multiline: component.style === PARAGRAPH,
              required: component.required ?? true,
              maxLength: component.max_length ?? null,
            },
          ]
        : [],
    ),
  };
}

/** The client checks required inputs and lengths itself. */
function submissionOf(data: ModalData, texts: readonly string[]): object {
  const { inputs } = shownModal(data);
  for (const [place, { label, required, maxLength }] of inputs.entries()) {
    const text = texts[place] ?? '';
    if (required && text === '') throw new ControlError(`"${label}" is required`);
    const max = maxLength ?? MAX_VALUE_LENGTH;
    if (text.length > max) throw new ControlError(`"${label}" accepts ${max} characters`);
  }
  let place = -1;
  const components = data.components.map(({ type, component }, index) => {
    if (type !== LABEL || !component) return { type, id: index + 1 };
    place += 1;
    const value = texts[place] ?? '';
    return {
      type,
      id: index + 1,
      component: { type: TEXT_INPUT, id: 100 + index, custom_id: component.custom_id, value },
    };
  });
  return { custom_id: data.custom_id, components };
}
