import type { Clock, PersonFile } from '@gateway/sandbox/server';
import type { CallControl } from '../common/call-control.js';
import type { Fault } from '../common/faults.js';
import type { GraphErrorFields } from './errors.js';
import type { WebhookOptions } from './webhook.js';

export interface GraphSimulatorOptions extends WebhookOptions {
  /** 0 (default): any free port. */
  port?: number;
  /** 127.0.0.1 unless given. The control API has no password: do not expose it. */
  host?: string;
  /** The app that owns the webhook. Each value has a default. */
  app?: { appSecret?: string; verifyToken?: string; requiresProof?: boolean };
  clock?: Clock;
}

/** An error as the Graph API answers it, or any {@link Fault}. */
export type GraphFault = Fault & { error?: GraphErrorFields & { status?: number; headers?: Record<string, string> } };

export interface GraphTextOptions<PersonRef> {
  person: PersonRef;
  text: string;
  /** Id of the message that is replied to. */
  replyTo?: string;
}

export interface GraphFilesOptions<PersonRef> {
  person: PersonRef;
  files: readonly PersonFile[];
  text?: string;
  /** Id of the message that is replied to. */
  replyTo?: string;
}

export interface GraphPressOptions<PersonRef> {
  person: PersonRef;
  /** Index or title. */
  button: number | string;
  /** Message id; the newest message with buttons unless given. */
  message?: string;
}

/** The part of a simulator that depends on the app only, not on the platform. A call's method name is its edge, such as `messages`, or `node`. */
export interface GraphAppSimulator extends CallControl<GraphFault> {
  appSecret: string;
  verifyToken: string;
  clock: Clock;
  /** Sets the app's callback URL; rejects when the URL does not answer the challenge. */
  setWebhook(url: string, verifyToken?: string): Promise<void>;
  /** Every body that was posted to the webhook, oldest first. */
  events(): readonly object[];
}

/** What the simulators of Meta's platforms have in common. Functions that send an event resolve with whether the app acknowledged it. */
export interface GraphSimulator<
  PersonRef,
  Message,
  TextOptions extends GraphTextOptions<PersonRef> = GraphTextOptions<PersonRef>,
> extends GraphAppSimulator {
  /** Base URL without a trailing slash, in place of https://graph.facebook.com. */
  url: string;
  /** Posts a person's text. */
  writeText(options: TextOptions): Promise<boolean>;
  /** Sends files of a person, with a text if given. */
  sendFiles(options: GraphFilesOptions<PersonRef>): Promise<boolean>;
  /** Posts several texts of a person in one event. */
  writeTexts(person: PersonRef, texts: readonly string[]): Promise<boolean>;
  /** Presses a button as a person. */
  press(options: GraphPressOptions<PersonRef>): Promise<boolean>;
  /** Messages of one person, or of all, oldest first. */
  messages(person?: PersonRef): Message[];
  /** Posts the newest event of a person again. */
  redeliver(): Promise<boolean>;
  close(): Promise<void>;
}
