import type { PolicyStep } from '@gateway/contract';
import { Refusal } from '../base/refusal.js';
import type { Principal } from './principal.js';

/** Whether a principal sees a channel and what belongs to it. */
export function sees({ channels }: Pick<Principal, 'channels'>, channelId: string): boolean {
  return channels === null || channels.has(channelId);
}

/** The channels that a principal sees, in an order that is always the same; null: all. */
export function seenChannels({ channels }: Pick<Principal, 'channels'>): string[] | null {
  return channels && [...channels].toSorted();
}

/** Refuses a change in a channel that the principal's key may not use. `isNamed`: the request names the channel, so the refusal may. */
export function requireChannel(
  principal: Pick<Principal, 'channels'>,
  channelId: string,
  { isNamed = true }: { readonly isNamed?: boolean } = {},
): void {
  if (sees(principal, channelId)) return;
  const own = [...(principal.channels ?? [])].join(', ');
  throw new Refusal(
    'forbidden',
    isNamed
      ? `This key may not use the channel ${JSON.stringify(channelId)}; it may use ${own}.`
      : `This key may not use the default channel: give a channel_id. It may use ${own}.`,
    null,
    { code: 'channel_not_allowed' },
  );
}

/** Refuses to move a channel, or to give it another bot, with a key that is limited to channels: it would reach beyond them. */
export function requireUnlimited(
  { channels }: Pick<Principal, 'channels'>,
  patch: { readonly credentials?: unknown; readonly targetChatId?: unknown },
): void {
  const field =
    (patch.credentials !== undefined && 'credentials') || (patch.targetChatId !== undefined && 'target_chat_id');
  if (channels === null || !field) return;
  throw new Refusal(
    'forbidden',
    `A key that is limited to channels cannot change ${field}: the channel would reach another chat or bot. Use a key without channels.`,
    field,
  );
}

/** Limits a filter to the channels that the principal sees. Null: it asks for another one, so nothing matches. */
export function withinChannels<Filter extends { readonly channelId?: string; readonly channelIds?: readonly string[] }>(
  { channels }: Pick<Principal, 'channels'>,
  filter: Filter,
): Filter | null {
  if (channels === null) return filter;
  if (filter.channelId !== undefined) return channels.has(filter.channelId) ? filter : null;
  return { ...filter, channelIds: [...channels] };
}

/** The steps of a policy as a principal sees them: without other channels, and without steps that only go there. */
export function stepsWithin<Step extends Pick<PolicyStep, 'channels'>>(
  principal: Pick<Principal, 'channels'>,
  steps: readonly Step[],
): Step[] {
  return steps.flatMap((step) => {
    if (!step.channels) return [step];
    const channels = step.channels.filter((channelId) => sees(principal, channelId));
    return channels.length > 0 ? [{ ...step, channels }] : [];
  });
}

/** Refuses a policy that takes questions to channels that the principal's key may not use. They are not named. */
export function requireSteps(
  principal: Pick<Principal, 'channels'>,
  { policyId, rules }: { readonly policyId: string; readonly rules: { readonly steps: readonly PolicyStep[] } },
): void {
  const channels = rules.steps.flatMap((step) => step.channels ?? []);
  if (channels.every((channelId) => sees(principal, channelId))) return;
  throw new Refusal(
    'forbidden',
    `policy: the policy "${policyId}" also asks in channels that this key may not use.`,
    'policy',
    { code: 'channel_not_allowed' },
  );
}

/** Refuses what concerns all channels to a key that is limited to some. */
export function requireAllChannels({ channels }: Pick<Principal, 'channels'>, what: string): void {
  if (channels === null) return;
  throw new Refusal(
    'forbidden',
    `${what} concern all channels, and this key is limited to some: use a key without a list of channels.`,
  );
}
