import type { Chat } from './connection.js';

/** Who did it. Ids are strings everywhere: a chat platform's id is not a number. */
export interface Sender {
  readonly id: string;
  readonly username: string | null;
  /** What people call them; shown in the chat. */
  readonly name: string | null;
}

interface EventBase {
  /** The platform's own id of the event, the same on every redelivery. At most 255 characters. */
  readonly id: string;
  /**
   * The names under which an operator may have registered the conversation, most specific first
   * (a topic of a group, then the group).
   */
  readonly targets: readonly [string, ...string[]];
  /** The conversation as an operator would choose it for a channel; left out: the last of `targets`, with the sender's name. */
  readonly chat?: Chat;
  readonly sender: Sender;
  /** The message that was written, or that carries the pressed button. */
  readonly messageId: string;
}

/** A person pressed a button. */
export interface PressEvent extends EventBase {
  readonly kind: 'press';
  /** What the button carries, byte for byte. */
  readonly token: string;
}

/** A person wrote a text. Own messages, other bots' and texts without words are not events. */
export interface TextEvent extends EventBase {
  readonly kind: 'text';
  readonly text: string;
  /** The message this one natively replies to, or the root of its thread. */
  readonly replyTo: string | null;
}

export type InboundEvent = PressEvent | TextEvent;

/** What became of an event. Durable when it is returned. */
export interface Outcome {
  /**
   * `answered`: it was the answer. `refused`: it named a question that takes no answer (from here, or any more).
   * `forwarded`: it went to the agent. `duplicate`: seen before. `ignored`: it concerns nobody.
   */
  readonly result: 'answered' | 'refused' | 'forwarded' | 'duplicate' | 'ignored';
  /** One sentence for the person who pressed; null when there is nothing to say. Texts are answered by the core. */
  readonly notice: string | null;
  /** After a press: how the question's message must look now, for platforms that rewrite it in the reply. */
  readonly closedText: string | null;
}

/** Hands events to the gateway: one outcome per event, in the same order. Rejects when they could not be stored: do not acknowledge. */
export type DeliverEvents = (events: readonly InboundEvent[]) => Promise<readonly Outcome[]>;
