import type { Principal } from '../access/principal.js';
import { Refusal } from '../base/refusal.js';
import type { Attention } from '../ports/questions/prompt-store.js';
import type { ChannelRow, PromptTerms } from '../ports/rows.js';

/** The open prompts of a channel as its limits count them. */
export interface AttentionCounts {
  readonly ofKey: number;
  /** Of each person who may answer the new prompt: those of all, and those of the key. */
  readonly ofPersons: readonly { readonly ofAll: number; readonly ofKey: number }[];
}

/** What the limits of the channels count for a new prompt. */
export function attentionOf(
  { kind, keyId, keyCountedAs }: Principal,
  channels: readonly ChannelRow[],
  terms: PromptTerms | null,
): Attention {
  return {
    channels: channels.filter(({ maxOpenPerKey, maxOpenPerPerson }) => (maxOpenPerKey ?? maxOpenPerPerson) !== null),
    key: kind === 'operator' ? null : { id: keyCountedAs ?? keyId },
    persons: terms?.askedOf ?? [],
  };
}

/** Refuses one more prompt in a channel whose limits are reached. */
export function checkAttention(
  { channelId, maxOpenPerKey, maxOpenPerPerson }: Attention['channels'][number],
  { ofKey, ofPersons }: AttentionCounts,
  isKey: boolean,
): void {
  const within = `in channel "${channelId}"`;
  if (isKey && maxOpenPerKey !== null && ofKey >= maxOpenPerKey)
    throw exhausted(`This key has ${ofKey} open prompts ${within}, and its max_open_per_key allows ${maxOpenPerKey}`);
  if (maxOpenPerPerson === null) return;
  const share = Math.max(1, Math.floor(maxOpenPerPerson / 2));
  for (const person of ofPersons) {
    const waits = `wait for one of the people who may answer, and its max_open_per_person allows ${maxOpenPerPerson}`;
    if (person.ofAll >= maxOpenPerPerson) throw exhausted(`${person.ofAll} open prompts ${within} ${waits}`);
    if (isKey && person.ofKey >= share)
      throw exhausted(
        `${person.ofKey} open prompts of this key ${within} ${waits}, of which one key may hold ${share}`,
      );
  }
}

function exhausted(reason: string): Refusal {
  return new Refusal(
    'throttled',
    `${reason}: wait for answers, cancel prompts that are no longer needed, or ask the same question with collapse.`,
    null,
    { code: 'attention_exhausted' },
  );
}
