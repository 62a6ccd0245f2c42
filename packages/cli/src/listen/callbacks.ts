import { createHash } from 'node:crypto';
import type { CallbackEvent, GatewayEvent, Message, Prompt } from '@gateway/client';

/**
 * The callback that an event of the stream stands for. Null: the gateway would post none. `latest` reads a prompt again when the words of
 * the person who decided are there, as the gateway waits for them.
 */
export async function callbackOf(
  { id, data }: GatewayEvent,
  latest: (prompt: Prompt) => Promise<Prompt>,
): Promise<Callback | null> {
  const event_id = stableUuid(id);
  switch (data.type) {
    case 'prompt.answered':
      return 'prompt_num' in data ? answered(event_id, await latest(data)) : null;
    case 'prompt.expired':
      return 'prompt_num' in data && data.notify_on_expiry ? expired(event_id, data) : null;
    case 'prompt.withdrawn':
      return 'prompt_num' in data ? withdrawn(event_id, data) : null;
    case 'message.created':
      return 'text' in data ? message(event_id, data) : null;
    default:
      return null;
  }
}

type Withdrawn = Extract<CallbackEvent, { readonly type: 'prompt.withdrawn' }>;

/** The number of a message in its channel, and who took an approval back, are not in the stream. */
export type Callback =
  | Exclude<CallbackEvent, { readonly seq: number } | Withdrawn>
  | Omit<Withdrawn, 'withdrawn_by'>
  | Omit<Extract<CallbackEvent, { readonly seq: number }>, 'seq'>;

function promptFields(event_id: string, prompt: Prompt) {
  const { id: prompt_id, prompt_num, channel_id, platform, chat_id, correlation_id } = prompt;
  return { event_id, prompt_id, prompt_num, channel_id, platform, chat_id, correlation_id };
}

function answered(event_id: string, prompt: Prompt): Callback {
  const { answer_type: type, answer: value, decision, answered_by_id: id, answered_by_username: username } = prompt;
  return {
    type: 'prompt.answered',
    ...promptFields(event_id, prompt),
    state: 'answered',
    answer: decision ?? { type: type === 'text' ? 'text' : 'option', value: value ?? '' },
    answered_at: prompt.answered_at ?? '',
    answered_by: id === null ? null : { id, username },
    ...(prompt.policy && { votes: prompt.votes ?? [], decided_by: prompt.decided_by ?? 'person' }),
    ...(prompt.decided_by === 'rule' && { decided_by: 'rule', rule: prompt.rule }),
    ...(prompt.decided_by === 'grant' && {
      decided_by: 'grant',
      rule: prompt.rule,
      ...(prompt.grant_id && { grant_id: prompt.grant_id }),
    }),
  };
}

function expired(event_id: string, prompt: Prompt): Callback {
  return {
    type: 'prompt.expired',
    ...promptFields(event_id, prompt),
    state: 'expired',
    closed_reason: prompt.closed_reason ?? 'ttl',
    closed_detail: prompt.closed_detail,
    expired_at: new Date().toISOString(),
  };
}

function withdrawn(event_id: string, prompt: Prompt): Callback {
  const { decision, action_digest = null, withdrawn_at } = prompt;
  return {
    type: 'prompt.withdrawn',
    ...promptFields(event_id, prompt),
    state: 'answered',
    // With options it is the action as asked. A decision can change it.
    action_digest: decision ? (decision.action_digest ?? null) : action_digest,
    withdrawn_at: withdrawn_at ?? '',
  };
}

function message(event_id: string, record: Message): Callback {
  const { platform, channel_id, text, id, platform_message_id, thread_id, created_at } = record;
  return {
    type: 'message.created',
    platform,
    channel_id,
    from: record.from_user ?? record.from_id ?? '',
    text,
    event_id,
    message_id: id,
    platform_message_id,
    thread_id,
    created_at,
    sender: { id: record.from_id ?? '', username: record.from_user },
  };
}

/** The same for the same event, so that a receiver can deduplicate. */
function stableUuid(id: string): string {
  const hex = createHash('sha256').update(`event ${id}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
