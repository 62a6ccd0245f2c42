import type { Button } from './connection.js';

/** A conversation that a channel can use as its target. */
export interface Chat {
  /** As an operator enters it. */
  readonly id: string;
  /** The name that people see. */
  readonly name: string;
}

/** The person who pressed or wrote. All ids are strings, also where a platform's ids are numbers. */
export interface Sender {
  readonly id: string;
  readonly username: string | null;
  /** Display name. */
  readonly name: string | null;
  /** Other ids of the same person that the event contains, such as a phone number next to an account id. */
  readonly aliases?: readonly string[];
}

/** A photo, file, video or voice message that a person sent. */
export interface InboundFile {
  /** The name as the platform gives it; null: it gives none, as for a photo. */
  readonly name: string | null;
  /** Bytes, as the platform says before the file is read; null: it does not say. */
  readonly size: number | null;
  /**
   * Fetches the file from the platform. It is called only for a file that counts, some seconds after the event at most, and at most once.
   * `signal` ends the request and the reading. Rejects with a `PlatformError`, and so may the iteration. Send credentials to the platform's
   * own hosts only, also where the event names another one.
   */
  read(signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

interface EventBase {
  /** The platform's own id of the event, the same on every redelivery. At most 255 characters. */
  readonly id: string;
  /**
   * Every target under which an operator may have registered the conversation, most specific first: a topic of a group, then the
   * group.
   */
  readonly targets: readonly [string, ...string[]];
  /** The conversation as an operator would choose it for a channel. Default: the last of `targets`, with the sender's name. */
  readonly chat?: Chat;
  readonly sender: Sender;
  /**
   * When the person pressed or wrote, by the platform's clock, in Unix milliseconds. Absent: the platform does not tell, and the arrival
   * counts. A reply window begins then, also when the event arrives later.
   */
  readonly occurredAt?: number;
  /**
   * Who sees what the gateway says about this event, the notice included: `private`, the sender alone, or `chat`, all people there. With
   * `chat` the core gives no names. Default: `private`.
   */
  readonly visibility?: 'private' | 'chat';
}

/** A person pressed a button. */
export interface PressEvent extends EventBase {
  readonly kind: 'press';
  /** The message with the pressed button. */
  readonly messageId: string;
  /** The token of the button, byte for byte. */
  readonly token: string;
  /** The button's text. A press on a button of another program, which has no token of the gateway, is forwarded with it as a text. */
  readonly label?: string;
  /** For `openDialog`, until this call of `deliver` resolves. Absent: no dialog can be opened in answer to this press. */
  readonly dialogHandle?: string;
}

/**
 * A person chose by a reaction or in a poll. The core finds the question by its message, so the adapter keeps no tokens. A platform
 * whose reactions or poll answers carry a token delivers a `press` instead.
 */
export interface ChoiceEvent extends EventBase {
  readonly kind: 'choice';
  /** The message that has the reactions or the poll. */
  readonly messageId: string;
  /** The place of the choice in `question.buttons`, from 0. */
  readonly place: number;
}

/** A person wrote a text. Messages of this bot and of other bots are not events. */
export interface TextEvent extends EventBase {
  readonly kind: 'text';
  readonly messageId: string;
  readonly text: string;
  /** The message this one natively replies to, or the root of its thread. */
  readonly replyTo: string | null;
  /** The platform's id of the thread or topic in the conversation. Absent: the text is in none. */
  readonly thread?: string;
  /** What was sent with the text, in the order of the message. Absent: nothing, or `capabilities.inboundFiles` is not set. */
  readonly files?: readonly InboundFile[];
}

/** A person sent something without a text: a voice message, a sticker, a reaction or a file. */
export interface OtherEvent extends EventBase {
  readonly kind: 'other';
  readonly messageId: string;
  /** The message this one natively replies or reacts to. */
  readonly replyTo: string | null;
  /** As in a text event. */
  readonly thread?: string;
  /** The photos, files, videos and voice messages. Absent: there is none, or `capabilities.inboundFiles` is not set. */
  readonly files?: readonly InboundFile[];
}

/** A person submitted a dialog that `openDialog` opened. Dismissing a dialog is no event. */
export interface DialogEvent extends EventBase {
  readonly kind: 'dialog';
  /** The message with the button that opened the dialog; null when the platform does not tell. */
  readonly messageId: string | null;
  /** The token of the dialog, byte for byte. */
  readonly token: string;
  /** The text of every field, by the field's id. An empty field has an empty text. */
  readonly values: Readonly<Record<string, string>>;
}

export type InboundEvent = PressEvent | ChoiceEvent | TextEvent | OtherEvent | DialogEvent;

/** The result of an event. It is durable when `deliver` returns it. */
export interface Outcome {
  /**
   * `answered`: the event answered a prompt. `shown`: the question was posted that a template stood for. `refused`: it named a prompt that is closed, or that cannot be answered from this chat.
   * `forwarded`: the text was sent to the agent. `duplicate`: the event was received before. `ignored`: no prompt or channel matched.
   */
  readonly result: 'answered' | 'shown' | 'refused' | 'forwarded' | 'duplicate' | 'ignored';
  /** One sentence for the person who pressed, chose or submitted; null when there is none. It fits the event's `visibility`. The core replies to texts itself. */
  readonly notice: string | null;
  /** After a press: the new text of the question's message, for platforms that rewrite it in the reply. Null when it must not change. */
  readonly closedText: string | null;
  /** Buttons that stay below `closedText`, as in `ClosedPrompt`; absent: none. */
  readonly closedButtons?: readonly Button[];
  /**
   * After a dialog was submitted: what is wrong, by the field's id. The person can correct it where the platform keeps the dialog open;
   * elsewhere the sentences are a notice.
   */
  readonly errors?: Readonly<Record<string, string>>;
}

/** Passes events to the gateway. Resolves with one outcome per event, in the same order. Rejects when the events could not be stored: do not acknowledge them. */
export type DeliverEvents = (events: readonly InboundEvent[]) => Promise<readonly Outcome[]>;
