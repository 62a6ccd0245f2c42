import type { WebhookRequest } from '../connection.js';

/** How a platform's next answer goes wrong. */
export type Failure = 'rate_limited' | 'forbidden' | 'unavailable' | 'network';

/** A message as people see it. */
export interface ShownMessage {
  readonly id: string;
  readonly text: string;
  /** Labels of its buttons, in order. */
  readonly buttons: readonly string[];
}

/** A running stand-in for a platform, as the conformance suite uses it. One adapter author's only work for the suite. */
export interface Rig {
  readonly credentials: Readonly<Record<string, string>>;
  /** Well-formed, but refused by the platform. */
  readonly badCredentials: Readonly<Record<string, string>>;
  readonly target: string;
  /** Well-formed, but there is no such chat. */
  readonly unknownTarget: string;
  /** The platform's root addresses, by the manifest's names. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** A person presses a button of the newest question, by its place; resolves once the platform has heard the answer. */
  press(place: number): Promise<void>;
  /** A person writes; `replyTo` is a message id to which the text is a native reply. */
  write(text: string, replyTo?: string): Promise<void>;
  /** The platform sends its newest event once more. */
  redeliver(): Promise<void>;
  /** The target's messages that the bot posted, oldest first. */
  shown(): readonly ShownMessage[];
  /** The platform's next answer to a posted message goes wrong so. */
  fail(failure: Failure): void;
  /** Requests on the webhook address; left out by a platform without webhooks. */
  readonly webhook?: WebhookRig;
  close(): Promise<void>;
}

/** Requests as the platform makes and signs them. */
export interface WebhookRig {
  /** One text by a person, valid; where only presses come by webhook, a press on a button that carries the text. */
  text(text: string): WebhookRequest;
  /** Several texts in one request; left out where the platform never batches. */
  batch?(texts: readonly string[]): WebhookRequest;
  /** Valid, but of a kind that no adapter cares for. */
  unknown(): WebhookRequest;
  /** Every way in which a request must be refused, by name: no signature, a wrong one, a tampered body, a stale timestamp. */
  forged(text: string): Readonly<Record<string, WebhookRequest>>;
}

export interface RigOptions {
  /** Where the platform posts events; null: by the stream alone. */
  readonly webhookUrl: string | null;
}
