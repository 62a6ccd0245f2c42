import type { IDataObject } from 'n8n-workflow';

/** The events of a prompt that end the wait. The record of a closed prompt has the same facts. */
export interface ClosedPrompt {
  readonly prompt_id: string;
  readonly channel_id: string;
  readonly correlation_id: string | null;
  readonly answer?: Answer;
  readonly answered_at?: string;
  readonly answered_by?: { readonly id: string; readonly username: string | null } | null;
  readonly closed_reason?: 'ttl' | 'cancelled' | 'undeliverable';
  readonly closed_detail?: string | null;
}

interface Answer {
  readonly type: 'option' | 'text' | 'decision';
  readonly value: string;
  readonly reason?: string | null;
  readonly args?: IDataObject | null;
  readonly text?: string | null;
  readonly action_digest?: string | null;
}

/** A prompt as `GET /v1/prompts/{id}` returns it. */
export interface PromptRecord {
  readonly id: string;
  readonly channel_id: string;
  readonly correlation_id: string | null;
  readonly state: 'pending' | 'answered' | 'expired';
  readonly answer: string | null;
  readonly answer_type: Answer['type'] | null;
  readonly decision?: Answer | null;
  readonly answered_at: string | null;
  readonly answered_by_id: string | null;
  readonly answered_by_username: string | null;
  readonly closed_reason: ClosedPrompt['closed_reason'] | null;
  readonly closed_detail: string | null;
}

/** Null: the prompt is still open. */
export function closedPromptOf(record: PromptRecord): ClosedPrompt | null {
  const { id, channel_id, correlation_id, state } = record;
  if (state === 'pending') return null;
  const ids = { prompt_id: id, channel_id, correlation_id };
  if (state === 'expired')
    return { ...ids, closed_reason: record.closed_reason ?? 'ttl', closed_detail: record.closed_detail };
  const { answer_type: type, answer, answered_by_id: by } = record;
  return {
    ...ids,
    answer: record.decision ?? { type: type ?? 'text', value: answer ?? '' },
    answered_at: record.answered_at ?? '',
    answered_by: by === null ? null : { id: by, username: record.answered_by_username },
  };
}

const unanswered = {
  ttl: { status: 'expired', detail: 'No person answered in time. This is not a rejection.' },
  cancelled: { status: 'cancelled', detail: 'The question was cancelled. This is not a rejection.' },
  undeliverable: { status: 'undeliverable', detail: 'The question did not reach the chat.' },
} as const;

/**
 * The output of the node. `data.approved` is what n8n reads from a human review; a question that ended without an answer has none, so
 * that it counts neither as approved nor as denied.
 */
export function outcomeOf(closed: ClosedPrompt): IDataObject {
  const { prompt_id, channel_id, correlation_id, answer } = closed;
  const ids = { prompt_id, channel_id, correlation_id };
  if (!answer) {
    const { status, detail } = unanswered[closed.closed_reason ?? 'ttl'];
    return { status, answer: null, detail: closed.closed_detail ?? detail, ...ids };
  }
  const decided = answer.type === 'decision';
  return {
    status: 'answered',
    answer: answer.value,
    answer_type: answer.type,
    ...(decided && { reason: answer.reason ?? null, args: answer.args ?? null, text: answer.text ?? null }),
    ...(answer.action_digest !== undefined && { action_digest: answer.action_digest }),
    answered_by: closed.answered_by ?? null,
    answered_at: closed.answered_at ?? null,
    ...ids,
    data: decided ? { approved: answer.value === 'approve' } : { text: answer.value },
  };
}
