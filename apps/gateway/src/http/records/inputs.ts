import { limits } from '@gateway/contract';
import type {
  BodyOf,
  ChannelPatch,
  NewChannel,
  NewMessage,
  NewPerson,
  NewPrompt,
  PersonPatch,
  SettingsPatch,
  testNewChannel,
} from '@gateway/contract';
import type {
  ChannelCandidate,
  ChannelInput,
  ChannelUpdate,
  MessageInput,
  PersonChange,
  PersonInput,
  PromptInput,
  SettingsUpdate,
  Trace,
} from '@gateway/core';

/** Maps request bodies, which have the field names of the API, to the types of the core. The other records map the way back. */

export function promptInput(body: NewPrompt, trace: Trace | null): PromptInput {
  const channelIds = [...new Set([...(body.channel_id ? [body.channel_id] : []), ...body.channels])];
  return {
    channelId: channelIds[0] ?? null,
    channelIds,
    text: body.text,
    options: body.options,
    allowText: body.allow_text,
    callbackUrl: body.callback_url,
    correlationId: body.correlation_id,
    ttlSec: body.ttl_sec,
    mediaUrl: body.media_url,
    notifyOnExpiry: body.notify_on_expiry,
    action: body.action,
    decisions: body.decisions,
    labels: body.labels,
    askReason: body.ask_reason ?? 'never',
    reasonWaitSec: body.reason_wait_sec ?? limits.reasonWaitSecDefault,
    approvers: body.approvers,
    requestedBy: body.requested_by,
    policyId: body.policy,
    trace,
  };
}

export function channelInput(body: NewChannel): ChannelInput {
  return {
    channelId: body.channel_id,
    platform: body.platform,
    targetChatId: body.target_chat_id,
    credentials: body.credentials,
    callbackUrl: body.callback_url,
    channelType: body.channel_type,
    outsideWindow: body.outside_window,
    approvers: body.approvers,
    policyId: body.policy,
    promptLinks: body.prompt_links,
    windowTemplate: body.window_template,
  };
}

export function channelUpdate(body: ChannelPatch): ChannelUpdate {
  return {
    targetChatId: body.target_chat_id,
    callbackUrl: body.callback_url,
    credentials: body.credentials,
    outsideWindow: body.outside_window,
    approvers: body.approvers,
    policyId: body.policy,
    promptLinks: body.prompt_links,
    windowTemplate: body.window_template,
  };
}

export function channelCandidate(body: BodyOf<typeof testNewChannel>): ChannelCandidate {
  return { platform: body.platform, targetChatId: body.target_chat_id, credentials: body.credentials };
}

export function messageInput(body: NewMessage, trace: Trace | null): MessageInput {
  return { channelId: body.channel_id, text: body.text, replyTo: body.reply_to, threadId: body.thread_id, trace };
}

export function settingsUpdate(body: SettingsPatch): SettingsUpdate {
  return {
    promptsRetentionEnabled: body.prompts_retention_enabled,
    promptsRetentionDays: body.prompts_retention_days,
    messagesInboundRetentionEnabled: body.messages_inbound_retention_enabled,
    messagesOutboundRetentionEnabled: body.messages_outbound_retention_enabled,
    messagesInboundRetentionDays: body.messages_inbound_retention_days,
    messagesOutboundRetentionDays: body.messages_outbound_retention_days,
    messagesInboundZeroRetention: body.messages_inbound_zero_retention,
    messagesOutboundZeroRetention: body.messages_outbound_zero_retention,
    auditRetentionEnabled: body.audit_retention_enabled,
    auditRetentionDays: body.audit_retention_days,
  };
}

export function personInput({ person_id, name, identities, operator_id, groups }: NewPerson): PersonInput {
  return { personId: person_id, name, identities: identities.map(identityOf), operatorId: operator_id, groups };
}

export function personUpdate({ name, identities, operator_id, groups }: PersonPatch): PersonChange {
  return { name, identities: identities?.map(identityOf), operatorId: operator_id, groups };
}

function identityOf({ platform, user_id }: NewPerson['identities'][number]) {
  return { platform, userId: user_id };
}
