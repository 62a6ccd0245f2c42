import type { ChannelType } from '@gateway/contract';
import { Refusal } from '../base/refusal.js';
import type { ChannelRow, PromptRow } from '../ports/rows.js';

/** The links to a prompt in the console, in the chat and in callbacks, where the operator wants them. */

type Linked = Pick<PromptRow, 'num' | 'consoleUrl'>;

/** Refuses links where they cannot be made: on a channel without prompts, and without the public address. */
export function checkPromptLinks(
  { publicUrl }: { readonly publicUrl: string | null },
  channelType: ChannelType,
  { promptLinks }: { readonly promptLinks?: boolean | undefined },
): void {
  if (promptLinks !== true) return;
  const refused = (detail: string) => new Refusal('invalid', detail, 'prompt_links');
  if (channelType !== 'PROMPT')
    throw refused('Links to prompts need a channel of type PROMPT: others have no prompts.');
  if (publicUrl === null)
    throw refused('Links to prompts need the public address of the gateway: set PUBLIC_WEBHOOK_URL, and restart it.');
}

/** The address of the console for the links of a new prompt; null: its channel wants none, or there is no public address. */
export function consoleUrlFor(
  { promptLinks }: Pick<ChannelRow, 'promptLinks'>,
  publicUrl: string | null,
): string | null {
  return promptLinks && publicUrl !== null ? `${publicUrl}/console` : null;
}

/** A prompt's address in the console; null: it has no links. */
export function promptUrl({ num, consoleUrl }: Linked): string | null {
  return consoleUrl === null ? null : `${consoleUrl}/prompts/${num}`;
}

/** The last line of a question; null: it has no link. */
export function linkLine(prompt: Linked): string | null {
  const url = promptUrl(prompt);
  return url === null ? null : `Open in the console: ${url}`;
}
