import type {
  ConsumedApproval,
  ErrorBody,
  ErrorCode,
  NewConsume,
  NewMessage,
  NewPromptNote,
  Message,
  Prompt,
  PromptNote,
  SentMessage,
} from '../generated/contract.js';
import type { Person } from '../answers.js';
import { actionDigest } from './digest.js';
import { refusal, testMistake } from './refusal.js';
import { copyOf, PLATFORM } from './records.js';
import type { Asked, State } from './state.js';

/** What the routes of a question change, besides its answer. */

const NOTES = 20;
const NOTE_INTERVAL_MS = 10_000;
const TAKE_BACK_MS = 600_000;

export function cancel(state: State, asked: Asked): Prompt {
  const { record } = asked;
  if (record.state !== 'pending') {
    const detail = `Prompt ${record.id} is ${record.state}: only a pending prompt can be cancelled.`;
    throw refusal(409, 'prompt_not_pending', detail);
  }
  state.expire(asked, 'cancelled');
  return record;
}

export function addNote(state: State, { record }: Asked, note: NewPromptNote): PromptNote {
  const { notes = [] } = record;
  if (notes.length >= NOTES)
    throw refusal(429, 'too_many_notes', `${record.id} has ${notes.length} notes, and cannot have more.`);
  const last = notes.at(-1);
  const waitMs = last ? Date.parse(last.at) + NOTE_INTERVAL_MS - state.clock.now() : 0;
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    const detail = `${record.id} gets one note every ${NOTE_INTERVAL_MS / 1000} s: try again in ${seconds} s.`;
    throw refusal(429, 'rate_limited', detail, { retryable: true, retry_after_sec: seconds });
  }
  const added: PromptNote = { kind: note.kind, text: note.text, url: note.url ?? null, at: state.time() };
  record.notes = [...notes, added];
  state.changed('prompt.noted', record);
  return added;
}

/** The digest of the action that a caller is about to run. */
export async function digestOfUse({ action, action_digest }: NewConsume): Promise<string> {
  return action ? await actionDigest(action.name, action.args ?? null) : (action_digest ?? '');
}

/** Uses an approval. */
export function consume(state: State, asked: Asked, digest: string): ConsumedApproval {
  const { record, usableUntil } = asked;
  const approved = approvedDigest(record);
  if (approved === null) throw notApproved(record);
  const { consumed_at, withdrawn_at, consume_within_sec } = record;
  const conflict = (code: ErrorCode, detail: string, more: Partial<ErrorBody> = {}) =>
    refusal(409, code, `${record.id} ${detail}`, more);
  if (consumed_at != null) {
    const detail = `was used at ${consumed_at}: an approval lets its action run once.`;
    throw conflict('already_consumed', detail, { consumed_at, consumed_by: null });
  }
  if (usableUntil !== null && usableUntil < state.clock.now())
    throw conflict('approval_lapsed', `was answered more than ${consume_within_sec} s ago: ask again.`);
  if (withdrawn_at != null) throw conflict('approval_withdrawn', `was taken back at ${withdrawn_at}.`);
  if (digest !== approved)
    throw conflict('action_changed', 'was approved for another action: its name or its arguments differ.');
  record.consumed_at = state.time();
  state.changed('prompt.consumed', record);
  return consumedReply(record, false);
}

/** The reply about an approval that was used. */
export function consumedReply(record: Prompt, replayed: boolean): ConsumedApproval {
  const args = record.decision?.value === 'edit' ? record.decision.args : (record.action?.args ?? null);
  const [digest, at] = [approvedDigest(record) ?? '', record.consumed_at ?? ''];
  return { prompt_id: record.id, action_digest: digest, args, consumed_at: at, replayed };
}

/** The digest of the action that the answer lets run; null: it lets none run. */
export function approvedDigest({ action_digest, answer, decision, approving_options }: Prompt): string | null {
  if (decision?.value === 'edit') return decision.action_digest ?? null;
  const isApproved = decision ? decision.value === 'approve' : answer !== null && approving_options?.includes(answer);
  return (isApproved && action_digest) || null;
}

function notApproved({ id, action, state }: Prompt): Error {
  const ends = {
    pending: 'is not answered yet',
    expired: 'ended without an answer',
    answered: 'was answered, and the answer lets no action run',
  };
  const why = action ? ends[state] : 'has no action: there is nothing to let run';
  return refusal(409, 'prompt_not_approved', `${id} ${why}.`, { retryable: action != null && state === 'pending' });
}

/** Takes an approval back, as a person can for 10 minutes until it is used. */
export function withdraw(state: State, { record }: Asked): void {
  const { id, answered_at, consumed_at, withdrawn_at } = record;
  if (approvedDigest(record) === null) throw testMistake(`${id} has no approval that can be taken back.`);
  if (consumed_at != null || withdrawn_at != null) throw testMistake(`the approval of ${id} is used or taken back.`);
  if (state.clock.now() - Date.parse(answered_at ?? '') > TAKE_BACK_MS)
    throw testMistake(`${id} was answered more than 10 minutes ago: no one can take it back.`);
  record.withdrawn_at = state.time();
  state.changed('prompt.withdrawn', record);
}

/** Posts a text of the agent. */
export function send(state: State, { channel_id, text, reply_to, thread_id }: NewMessage): SentMessage {
  state.checkChannel(channel_id, 'MESSAGE', 404);
  const sent = {
    ...messageOf(state, channel_id, text),
    direction: 'outbound' as const,
    thread_id: thread_id ?? null,
    reply_to: reply_to ?? null,
    status: 'sent' as const,
  };
  state.messages.push(sent);
  state.changed('message.sent', sent);
  return { ...sent, message_id: sent.id, stored: true };
}

/** Who writes a text. `name`: the display name. */
export type Writer = Person & { readonly name?: string };

/** A text that a person writes. */
export function write(state: State, channelId: string, text: string, by: Writer): Message {
  state.checkChannel(channelId, 'MESSAGE', 404);
  const written = {
    ...messageOf(state, channelId, text),
    from_user: by.username,
    from_name: by.name ?? null,
    from_id: by.id,
  };
  state.messages.push(written);
  state.changed('message.created', written);
  return copyOf(written);
}

function messageOf(state: State, channelId: string, text: string): Message {
  return {
    id: crypto.randomUUID(),
    channel_id: channelId,
    direction: 'inbound',
    text,
    platform: PLATFORM,
    from_user: null,
    from_name: null,
    from_id: null,
    api_key_id: null,
    operator_id: null,
    platform_message_id: state.messageId(),
    thread_id: null,
    reply_to: null,
    status: null,
    failure: null,
    delivery_state: null,
    created_at: state.time(),
  };
}
