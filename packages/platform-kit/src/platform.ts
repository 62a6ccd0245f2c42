import type { z } from 'zod';
import type { ConnectionContext, Connection } from './connection.js';

/** The version of this interface. An adapter declares the one it was written for. */
export const PLATFORM_API_VERSION = 1;

/** A flat object of strings: what an operator types in. `.meta({ title, help, placeholder, secret })` on a field draws the form. */
export type CredentialsSchema = z.ZodObject<Record<string, z.ZodType<string | undefined>>>;

/** The credentials of one channel, validated by the adapter's own schema. */
export type Credentials = Readonly<Record<string, string>>;

/** What the target of a channel is called on this platform and how an operator finds it. */
export interface TargetField {
  readonly title: string;
  readonly placeholder: string;
  readonly help: string;
  /** Source of an anchored regular expression that a target usually matches: a hint while typing, never a reason to refuse. */
  readonly pattern?: string;
}

/** What the platform can do and where its limits are. The core lays questions out by these numbers alone. */
export interface Capabilities {
  /** Whether events arrive on a public webhook address. */
  readonly webhook: 'required' | 'optional' | 'none';
  /** How events arrive without a public address. */
  readonly stream: 'polling' | 'socket' | 'none';
  /** `max`: buttons on one question. `labelLength`: characters always readable in full. `dataBytes`: bytes a button carries. */
  readonly buttons: {
    readonly max: number;
    readonly labelLength: number;
    /** For platforms that refuse a label by its length: an emoji then counts as two or more. Left out: Unicode characters. */
    readonly labelUnit?: 'utf16';
    readonly dataBytes: number;
  };
  /** UTF-16 units in one message; `question`: in the message that carries the buttons, when that is fewer. */
  readonly text: { readonly max: number; readonly question?: number };
  /** How an attachment can be given: by an address that the platform fetches, by bytes, or not at all (then it becomes a link). */
  readonly media: { readonly url: boolean; readonly bytes: boolean };
  /**
   * How a posted question is closed: `call`, by `closePrompt`; `reply`, the answer to a press already rewrites the message
   * (and `closePrompt` serves the other causes); `none`, messages cannot be changed, a confirmation is posted instead.
   */
  readonly edit: 'call' | 'reply' | 'none';
  readonly threads: boolean;
  /** Milliseconds within which the platform wants its event acknowledged. */
  readonly ackWithin: number;
  /** Milliseconds after a person's last message during which the bot may write; left out: always. */
  readonly replyWindow?: number;
}

/** A named root address of the platform's API. An operator replaces it by `PLATFORM_<ID>_<NAME>_URL`. */
export interface Endpoint {
  readonly default: string;
  readonly help: string;
}

/** A chat platform, described without side effects. The default export of an adapter package. */
export interface Platform<Schema extends CredentialsSchema = CredentialsSchema> {
  readonly apiVersion: typeof PLATFORM_API_VERSION;
  readonly id: string;
  readonly name: string;
  /** An SVG document. */
  readonly icon: string;
  readonly credentials: Schema;
  readonly target: TargetField;
  readonly capabilities: Capabilities;
  /** Keyed by lower-case name (`api` is set by `PLATFORM_<ID>_API_URL`). */
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** The operator's set-up guide in Markdown; `{{webhook_url}}` is replaced by the channel's address. */
  guide(): Promise<string>;
  /**
   * A key of the bot account behind the credentials. Channels of one account share one connection, so the key must cover the
   * secret that authenticates the account (use `accountKey`): a wrong secret must never ride on a right one's connection.
   */
  account(credentials: z.output<Schema>): string;
  /** Opens the account's connection. Loads the SDK here, not at import. Makes no request yet. */
  connect(context: ConnectionContext<z.output<Schema>>): Promise<Connection>;
}

/** Declares a platform; checks the parts that a type cannot. */
export function definePlatform<Schema extends CredentialsSchema>(platform: Platform<Schema>): Platform<Schema> {
  if (!/^[a-z][a-z0-9]{1,31}$/.test(platform.id)) {
    throw new TypeError(`Platform id "${platform.id}" must be 2 to 32 lower-case letters and digits.`);
  }
  if (platform.capabilities.buttons.dataBytes < BUTTON_TOKEN_BYTES) {
    throw new TypeError(`Platform "${platform.id}" must carry at least ${BUTTON_TOKEN_BYTES} bytes on a button.`);
  }
  return platform;
}

/** The longest button token that the core makes, in ASCII bytes. */
export const BUTTON_TOKEN_BYTES = 32;
