import type { Approver, ChannelType, OutsideWindow, WindowTemplate } from '@gateway/contract';
import type { Credentials } from '@gateway/platform-kit';

/** The platform and credentials with which to search for chats. */
export interface ChatSearch {
  readonly platform: string;
  readonly credentials: Credentials;
}

/** A channel that is to be tested and not saved. */
export interface ChannelCandidate extends ChatSearch {
  readonly targetChatId: string;
}

/** What new channels and changes can both give. */
interface ChannelRules {
  /** Default: `refuse`. */
  readonly outsideWindow?: OutsideWindow | undefined;
  readonly windowTemplate?: WindowTemplate | null | undefined;
  readonly approvers?: readonly Approver[] | null | undefined;
  readonly policyId?: string | null | undefined;
  /** Default: false. */
  readonly promptLinks?: boolean | undefined;
  readonly maxOpenPerKey?: number | null | undefined;
  readonly maxOpenPerPerson?: number | null | undefined;
}

/** A channel to register. */
export interface ChannelInput extends ChannelCandidate, ChannelRules {
  readonly channelId: string;
  readonly channelType: ChannelType;
  readonly callbackUrl: string | null;
}

/** What to change of a channel; what is left out stays. Of the credentials only the given names change. */
export interface ChannelUpdate extends ChannelRules {
  readonly targetChatId?: string | undefined;
  readonly callbackUrl?: string | null | undefined;
  readonly credentials?: Credentials | undefined;
  /** The given credentials are all: stored ones with other names are removed. */
  readonly replacesCredentials?: boolean | undefined;
}
