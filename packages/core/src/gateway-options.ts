import type { LowDisk } from './alerts/troubles.js';
import type { Sealer } from './credentials/sealer.js';
import type { ConnectionsOptions } from './connections/connections.js';
import type { WriteTextFile } from './hosted-files/attachment.js';
import type { WriteReceivedFile } from './hosted-files/received-files.js';
import type { HostedFilesOptions } from './hosted-files/hosted-files.js';
import type { OpenPromptsOptions } from './limits/open-prompts.js';
import type { RateLimitSettings } from './limits/rate-limits.js';
import type { Meter } from './base/meter.js';
import type { AuthenticatorCodes, Outgoing, Passwords } from './ports/system.js';
import type { Tracing } from './tracing/tracing.js';
import type { Platforms } from './base/platforms.js';
import type { PasskeyProtocol } from './operators/second-factor/passkeys/passkey-protocol.js';

/** What the product needs of the program that runs it. */
export interface GatewayOptions extends HostedFilesOptions {
  readonly platforms: Platforms;
  readonly sealer: Sealer;
  readonly outgoing: Outgoing;
  /** For pushes: it uses the proxy of the platforms. */
  readonly pushOutgoing: Outgoing;
  readonly passwords: Passwords;
  readonly authenticatorCodes: AuthenticatorCodes;
  readonly passkeyProtocol: PasskeyProtocol;
  readonly meter: Meter;
  readonly tracing: Tracing;
  /** 0 to 1. */
  readonly random: () => number;
  /** The first API key where none exists; null where no key is needed. */
  readonly bootstrapKey: string | null;
  readonly defaultPromptChannelId: string | null;
  readonly textFile: WriteTextFile;
  readonly receivedFile: WriteReceivedFile;
  readonly limits: RateLimitSettings;
  readonly maxOpenPrompts: OpenPromptsOptions['maxOpenPrompts'];
  /** Whether operators may sign in with a password. */
  readonly passwordSignIn: boolean;
  readonly endpointsOf: ConnectionsOptions['endpointsOf'];
  readonly networkFor: ConnectionsOptions['networkFor'];
  readonly isLocal: ConnectionsOptions['isLocal'];
  readonly leaseMs: number;
  /** For alerts. */
  readonly lowDisk: LowDisk;
  /** Expire and delete what is due before the first request is served. */
  readonly cleanOnBoot: boolean;
  readonly callbacks: {
    readonly secrets: readonly [string, ...string[]];
    readonly schedule: readonly number[];
    readonly timeoutMs: number;
  };
}
