import type { z } from 'zod';
import type { ChoiceCapabilities } from './choices.js';
import type { ConnectionContext, Connection } from './connection.js';
import type { CredentialsSchema } from './credentials.js';
import type { DialogLimits } from './dialogs.js';

/** The version of this interface. An adapter declares the one it was written for. */
export const PLATFORM_API_VERSION = 1;

/** The input field for a channel's target: its name on this platform, and how an operator finds the value. */
export interface TargetField {
  readonly title: string;
  readonly placeholder: string;
  readonly help: string;
  /** Source of an anchored regular expression that a target usually matches: used as a hint while typing only, never to reject a value. */
  readonly pattern?: string;
}

/** The abilities and limits of the platform. The core lays out questions by these numbers only. */
export type Capabilities = CommonCapabilities & ChoiceCapabilities;

/** The limits of texts, and what the clients of the platform make of them. */
export interface TextLimits {
  /** UTF-16 units in one message. */
  readonly max: number;
  /** The same in the message with the choices, if that limit is lower. */
  readonly question?: number;
  /**
   * UTF-16 units of a text as the adapter sends it, for an adapter whose escapes make texts longer, and never shorter. Default: those of
   * the text.
   */
  readonly length?: (text: string) => number;
  /**
   * Signs of which clients take a pair as formatting, so that people do not see them, on a platform without an escape for them, such as
   * `*_~`. Where people decide by a text, the core then shows the signs as escapes: `\u{002a}`. Default: none, or the adapter escapes them.
   */
  readonly formats?: string;
}

/** The abilities and limits that do not depend on how people choose. */
export interface CommonCapabilities {
  /** Whether events arrive on a public webhook address. */
  readonly webhook: 'required' | 'optional' | 'none';
  /** How events arrive without a public address. */
  readonly stream: 'polling' | 'socket' | 'none';
  readonly text: TextLimits;
  /** How an attachment can be sent: as an address that the platform fetches, or as bytes. With neither, it becomes a link in the text. */
  readonly media: { readonly url: boolean; readonly bytes: boolean };
  /**
   * How a posted question is closed. `call`: by `closePrompt`. `reply`: the reply to a press rewrites the message, and `closePrompt`
   * is called for the other reasons to close. `none`: messages cannot be changed, so a confirmation is posted instead.
   */
  readonly edit: 'call' | 'reply' | 'none';
  readonly threads: boolean;
  /** Milliseconds within which the platform requires an event to be acknowledged. */
  readonly ackWithin: number;
  /** Whether events carry the `files` that people send, so that an answer can have attachments. Default: no. */
  readonly inboundFiles?: boolean;
  /** Whether the platform reports what becomes of a message that it accepted. Default: no, so an accepted message counts as delivered. */
  readonly deliveryReports?: boolean;
  /** Milliseconds after a person's last message during which the bot may write. Default: no limit. */
  readonly replyWindow?: number;
  /** Whether messages can be sent outside of `replyWindow` without a template, where the operator allows it. Default: no. */
  readonly directSend?: boolean;
  /** The limits of dialogs. Present exactly when the connection has `openDialog`. */
  readonly dialogs?: DialogLimits;
  /** Whether `sendTemplate` posts a template outside of `replyWindow`, where the operator allows it. Default: no. */
  readonly windowTemplate?: boolean;
}

/** A named root address of the platform's API. Operators override it with `PLATFORM_<ID>_<NAME>_URL`. */
export interface Endpoint {
  readonly default: string;
  readonly help: string;
}

/** The manifest of a chat platform: the default export of an adapter package. Importing it has no side effects. */
export interface Platform<Schema extends CredentialsSchema = CredentialsSchema> {
  readonly apiVersion: typeof PLATFORM_API_VERSION;
  readonly id: string;
  readonly name: string;
  /** An SVG document. */
  readonly icon: string;
  readonly credentials: Schema;
  readonly target: TargetField;
  readonly capabilities: Capabilities;
  /** Keyed by lower-case name. `PLATFORM_<ID>_API_URL` overrides `api`. */
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** The operator's set-up guide in Markdown; `{{webhook_url}}` is replaced by the channel's address. */
  guide(): Promise<string>;
  /**
   * A key of the bot account that the credentials belong to; use `accountKey`. Channels with equal keys share one connection, so the
   * key must cover the secret: a channel with a wrong secret must not use the connection of a channel with the right one.
   */
  account(credentials: z.output<Schema>): string;
  /**
   * Names the bot account without its secrets, such as the id of an app with its server. When an operator replaces the secret of a
   * channel, `context.state` of the old account is copied to the new one if both have this name. Absent: the new account begins
   * without state.
   */
  identity?(credentials: z.output<Schema>): string;
  /** Opens the account's connection. Import the SDK here, not at the top of the module. Makes no request yet. */
  connect(context: ConnectionContext<z.output<Schema>>): Promise<Connection>;
}

/** Declares a platform. Throws `TypeError` for an invalid id or too small a `dataBytes`. */
export function definePlatform<Schema extends CredentialsSchema>(platform: Platform<Schema>): Platform<Schema> {
  if (!/^[a-z][a-z0-9]{1,31}$/.test(platform.id)) {
    throw new TypeError(`Platform id "${platform.id}" must be 2 to 32 lower-case letters and digits.`);
  }
  const { capabilities } = platform;
  if ('buttons' in capabilities && capabilities.buttons.dataBytes < BUTTON_TOKEN_BYTES) {
    throw new TypeError(`Platform "${platform.id}" must carry at least ${BUTTON_TOKEN_BYTES} bytes on a button.`);
  }
  return platform;
}

/** Length of the longest button token that the core creates, in ASCII bytes. */
export const BUTTON_TOKEN_BYTES = 32;
