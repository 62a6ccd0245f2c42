import type { KeyRecord, PromptRecord } from '@gateway/contract';

export type StepId = 'channel' | 'prompt' | 'key' | 'agent';

/** Existing channels, prompts and keys. */
export interface Stock {
  readonly channels: readonly { readonly channel_id: string; readonly channel_type: string }[];
  readonly prompts: readonly Pick<PromptRecord, 'operator_id'>[];
  readonly keys: readonly Pick<KeyRecord, 'revoked_at' | 'last_used_at'>[];
}

/** The steps that are done, derived from the existing data. */
export function doneSteps({ channels, prompts, keys }: Stock): Readonly<Record<StepId, boolean>> {
  return {
    channel: channels.length > 0,
    prompt: prompts.length > 0,
    key: keys.some((key) => key.revoked_at === null),
    agent: keys.some((key) => key.last_used_at !== null) || prompts.some((prompt) => prompt.operator_id === null),
  };
}

/** The first step that is not done; null: all are done. */
export function nextStep(done: Readonly<Record<StepId, boolean>>): StepId | null {
  return (['channel', 'prompt', 'key', 'agent'] as const).find((id) => !done[id]) ?? null;
}

const DISMISSED = 'first-steps-dismissed';

/** Whether the steps were dismissed in this browser. */
export function isDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED) !== null;
  } catch {
    return false;
  }
}

export function dismiss(): void {
  try {
    localStorage.setItem(DISMISSED, 'yes');
  } catch {
    // Storage may be blocked. The steps then return at the next visit.
  }
}
