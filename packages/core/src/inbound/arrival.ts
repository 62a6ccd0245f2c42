import type { InboundEvent } from '@gateway/platform-kit';
import type { AnswerDeps } from '../answers/given-answer.js';
import type { Refusals } from '../audit/refusals.js';
import { promptFields } from '../base/log-fields.js';
import type { ActivityTracker } from '../channels/activity-tracker.js';
import type { ChannelCache } from '../channels/channel-cache.js';
import type { Account } from '../connections/account.js';
import type { AccountRegistry } from '../connections/account-registry.js';
import type { WriteTextFile } from '../hosted-files/attachment.js';
import type { HostedFiles } from '../hosted-files/hosted-files.js';
import type { ReceivedFiles } from '../hosted-files/received-files.js';
import type { ChannelRow, PromptRow } from '../ports/rows.js';
import type { Settings } from '../retention/settings.js';
import type { AddressVault } from '../sealed-addresses/address-vault.js';
import { within } from '../tracing/tracing.js';
import type { PendingMessages } from './pending-messages.js';

/** Dependencies of the handling of inbound events. */
export interface InboundDeps extends AnswerDeps {
  readonly channels: ChannelCache;
  readonly addresses: AddressVault;
  readonly activity: ActivityTracker;
  readonly settings: Settings;
  readonly refusals: Refusals;
  readonly pending: PendingMessages;
  readonly resolve: AccountRegistry['resolve'];
  readonly textFile: WriteTextFile;
  readonly receivedFiles: ReceivedFiles;
  readonly hostedFiles: Pick<HostedFiles, 'pass'>;
}

/** One event with the channels of its chat, oldest first. */
export interface Arrival<Event extends InboundEvent = InboundEvent> {
  readonly event: Event;
  readonly account: Account;
  readonly channels: readonly ChannelRow[];
}

/** The key under which an event is recorded. */
export function keyOf({ event, account }: Arrival): { readonly account: string; readonly eventId: string } {
  return { account: account.id.account, eventId: event.id };
}

/** The PROMPT channels of an event's chat. */
export function promptChannelIds({ channels }: Arrival): string[] {
  return channels.filter(({ channelType }) => channelType === 'PROMPT').map(({ channelId }) => channelId);
}

/** The channel under which messages about a prompt are recorded, so that replies to them in this chat find the prompt. */
export function channelOfReplies(arrival: Arrival, prompt: PromptRow): string {
  return promptChannelIds(arrival)[0] ?? prompt.channelId;
}

/** Handles an event about a prompt within a span of its trace. Events about none have no span: most are chat between people. */
export async function withinArrival<T>(
  { tracing }: InboundDeps,
  { event, account }: Arrival,
  prompt: PromptRow | null,
  work: () => Promise<T>,
): Promise<T> {
  if (prompt === null) return await work();
  const fields = { ...promptFields(prompt), platform: account.id.platform };
  return await within(tracing, { name: `receive ${event.kind}`, kind: 'server', parent: prompt.trace, fields }, work);
}
