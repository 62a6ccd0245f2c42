import type { BodyInput, updateChannel } from '@gateway/contract';

/** What is typed in the form that changes a channel. */
export interface Edit {
  readonly target: string;
  readonly callbackUrl: string;
  /** Secrets that were unlocked; an empty one was not replaced after all. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** Only what differs from the channel: whatever is left out stays. */
export function patchOf(
  channel: { readonly target_chat_id: string; readonly callback_url: string | null },
  { target, callbackUrl, credentials }: Edit,
): BodyInput<typeof updateChannel> {
  const callback = callbackUrl.trim() === '' ? null : callbackUrl.trim();
  const replaced = Object.entries(credentials).filter(([, value]) => value.trim() !== '');
  return {
    ...(target.trim() !== channel.target_chat_id && { target_chat_id: target }),
    ...(callback !== channel.callback_url && { callback_url: callback }),
    ...(replaced.length > 0 && { credentials: Object.fromEntries(replaced) }),
  };
}
