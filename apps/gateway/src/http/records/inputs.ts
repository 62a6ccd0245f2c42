import { limits } from '@gateway/contract';
import type {
  BodyOf,
  ChannelPatch,
  NewChannel,
  NewMessage,
  NewPrompt,
  SettingsPatch,
  testNewChannel,
} from '@gateway/contract';
import type {
  ChannelCandidate,
  ChannelInput,
  ChannelUpdate,
  MessageInput,
  PromptInput,
  SettingsUpdate,
  Trace,
} from '@gateway/core';
import { camel } from './field-names.js';

/** Maps request bodies, which have the field names of the API, to the types of the core. The other records map the way back. */

export function promptInput(
  { channels, policy: policyId, media_path: _local, ...body }: NewPrompt,
  trace: Trace | null,
): PromptInput {
  const channelIds = [...new Set([...(body.channel_id ? [body.channel_id] : []), ...channels])];
  return {
    ...camel(body),
    channelId: channelIds[0] ?? null,
    channelIds,
    askReason: body.ask_reason ?? 'never',
    reasonWaitSec: body.reason_wait_sec ?? limits.reasonWaitSecDefault,
    policyId,
    trace,
  };
}

export const channelInput = ({ policy: policyId, ...body }: NewChannel): ChannelInput => ({ ...camel(body), policyId });

export const channelUpdate = ({ policy: policyId, ...body }: ChannelPatch): ChannelUpdate => ({
  ...camel(body),
  policyId,
});

export const channelCandidate = (body: BodyOf<typeof testNewChannel>): ChannelCandidate => camel(body);

export const messageInput = (body: NewMessage, trace: Trace | null): MessageInput => ({ ...camel(body), trace });

export const settingsUpdate = (body: SettingsPatch): SettingsUpdate => camel(body);
